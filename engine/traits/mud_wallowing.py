"""Mud Wallowing: each attack costs the attacker's owner a card (R-TRAIT-MUD-WALLOWING)."""

from __future__ import annotations

from engine.trait import Trait

MUD_WALLOWING = Trait(name="mud-wallowing", card_price=1, heat_protection=1)
