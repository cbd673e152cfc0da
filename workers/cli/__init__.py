"""The `wateringhole` command: an author's and an organiser's whole day, against any server."""
