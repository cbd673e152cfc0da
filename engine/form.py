"""Which form of the engine runs: plain Python, or the same source compiled (engine/docs/speed.md)."""

FORM = "pure" if __file__.endswith(".py") else "compiled"
