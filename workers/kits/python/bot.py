"""Your bot. It raises a few plant eaters and feeds the hungriest first; make it better."""

from player import Bot, Question, Species, run

WANTED = ["foraging", "long-neck", "cooperation", "fertile", "fat-tissue", "horns", "climbing"]
MOST_SPECIES = 3


class MyBot(Bot):
    name = "my bot"

    def food(self, question: Question) -> str:
        """Which card feeds the watering hole? The one with the most food."""
        return max(question["choices"], key=lambda choice: self.cards[choice.split()[1]]["food"])

    def play(self, question: Question) -> str:
        """What to do with the cards in hand, one at a time, until `end`."""
        species = {one["id"]: one for one in self.mine(question["view"])}
        return max(question["choices"], key=lambda choice: self.worth(choice.split(), species))

    def feed(self, question: Question) -> str:
        """Who eats? The hungriest species that can."""
        species = {one["id"]: one for one in self.mine(question["view"])}
        feeding = [choice for choice in question["choices"] if choice.startswith("feed ")]
        return max(feeding, key=lambda choice: hunger(species[choice.split()[1]]), default="end")

    def worth(self, words: list[str], species: dict[str, Species]) -> int:
        if words[0] == "trait" and self.trait(words[1]) in WANTED:
            return 20 - WANTED.index(self.trait(words[1]))
        if words[0] == "species" and len(species) < MOST_SPECIES:
            return 30
        if words[0] == "population" and species[words[2]]["population"] < 4:
            return 10 - species[words[2]]["population"]
        return 0 if words[0] == "end" else -1


def hunger(species: Species) -> int:
    return species["population"] - species["food"]


if __name__ == "__main__":
    run(MyBot())
