"""Live pages: one process of its own streams what changes as server-sent events (`ladder/asgi.py`)."""
