"""The Climate board: its zones, its events, and how they stand in a game (rules.md 3.8, 4.4)."""
