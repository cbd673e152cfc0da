"""The languages that bots are written in: one module each."""
