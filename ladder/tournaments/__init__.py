"""Tournaments: schedules as pure functions of entrants, format and seed; tables with all tie-breaks shown."""
