"""Run them in the bot's folder: python3 -m unittest discover tests"""

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bot import MyBot


def species(name, population, food):
    return {"id": name, "population": population, "food": food, "body": 1, "traits": [], "face_down": []}


class TestMyBot(unittest.TestCase):
    def asked(self, kind, choices, *mine):
        bot = MyBot()
        bot.seat = 0
        bot.cards = {"horns-1": {"trait": "horns", "food": 3}, "flight-1": {"trait": "flight", "food": 5}}
        return bot.choose({"kind": kind, "choices": choices, "view": {"seats": [{"species": list(mine)}]}})

    def test_the_hungriest_species_eats_first(self):
        found = self.asked("feed", ["feed a1", "feed a2"], species("a1", 2, 1), species("a2", 4, 1))
        self.assertEqual(found, "feed a2")

    def test_the_card_with_the_most_food_goes_to_the_watering_hole(self):
        self.assertEqual(self.asked("food", ["food horns-1", "food flight-1"]), "food flight-1")

    def test_a_question_without_a_method_gets_the_first_choice(self):
        self.assertEqual(self.asked("leaf", ["leaf a1 horns", "leaf a2 horns"]), "leaf a1 horns")


if __name__ == "__main__":
    unittest.main()
