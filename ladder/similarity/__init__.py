"""What two uploads have in common: fingerprints of their sources, for organisers to look at; no verdicts."""
