// Your bot. It raises a few plant eaters and feeds the hungriest first; make it better.
"use strict";
const { Bot, best, run } = require("./player");

const WANTED = ["foraging", "long-neck", "cooperation", "fertile", "fat-tissue", "horns", "climbing"];
const MOST_SPECIES = 3;

class MyBot extends Bot {
  /** Which card feeds the watering hole? The one with the most food. */
  food({ choices }) {
    return best(choices, (choice) => this.cards[choice.split(" ")[1]].food);
  }

  /** What to do with the cards in hand, one at a time, until `end`. */
  play({ choices, view }) {
    const species = new Map(this.mine(view).map((one) => [one.id, one]));
    return best(choices, (choice) => this.worth(choice.split(" "), species));
  }

  /** Who eats? The hungriest species that can. */
  feed({ choices, view }) {
    const species = new Map(this.mine(view).map((one) => [one.id, one]));
    const hunger = ({ population, food }) => population - food;
    const feeding = choices.filter((choice) => choice.startsWith("feed "));
    return feeding.length ? best(feeding, (choice) => hunger(species.get(choice.split(" ")[1]))) : "end";
  }

  worth([what, card, target], species) {
    if (what === "trait" && WANTED.includes(this.trait(card))) return 20 - WANTED.indexOf(this.trait(card));
    if (what === "species" && species.size < MOST_SPECIES) return 30;
    if (what === "population" && species.get(target).population < 4) return 10 - species.get(target).population;
    return what === "end" ? 0 : -1;
  }
}

if (require.main === module) run(new MyBot());

module.exports = { MyBot };
