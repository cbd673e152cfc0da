// Your bot. It raises a few plant eaters and feeds the hungriest first; make it better.
import { Bot, best, Question, Species } from "./player";

const WANTED = ["foraging", "long-neck", "cooperation", "fertile", "fat-tissue", "horns", "climbing"];
const MOST_SPECIES = 3;

export class MyBot extends Bot {
  /** Which card feeds the watering hole? The one with the most food. */
  food({ choices }: Question): string {
    return best(choices, (choice) => this.cards[choice.split(" ")[1]].food);
  }

  /** What to do with the cards in hand, one at a time, until `end`. */
  play({ choices, view }: Question): string {
    const species = this.mine(view);
    return best(choices, (choice) => this.worth(choice.split(" "), species));
  }

  /** Who eats? The hungriest species that can. */
  feed({ choices, view }: Question): string {
    const species = this.mine(view);
    const feeding = choices.filter((choice) => choice.startsWith("feed "));
    return feeding.length ? best(feeding, (choice) => hunger(species.get(choice.split(" ")[1])!)) : "end";
  }

  private worth([what, card, target]: string[], species: Map<string, Species>): number {
    if (what === "trait" && WANTED.includes(this.trait(card))) return 20 - WANTED.indexOf(this.trait(card));
    if (what === "species" && species.size < MOST_SPECIES) return 30;
    const population = what === "population" ? species.get(target)!.population : 4;
    if (population < 4) return 10 - population;
    return what === "end" ? 0 : -1;
  }
}

const hunger = (species: Species): number => species.population - species.food;
