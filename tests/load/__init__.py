"""`make load` and `make soak`: the whole service under many requests, and for a long time."""
