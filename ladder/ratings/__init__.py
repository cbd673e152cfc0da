"""Ratings: the pure formula, and the fold that applies it to the results in order."""
