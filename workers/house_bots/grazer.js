// Raises peaceful plant eaters that find food early, and feeds the hungriest first.

const WANTED = ["foraging", "long-neck", "cooperation", "fertile", "fat-tissue", "horns", "climbing"];
const MOST_SPECIES = 3;

let cards, seat;

const words = (choice) => choice.split(" ");

function chooseFood(choices) {
  return best(choices, (choice) => cards[words(choice)[1]].food);
}

function choosePlay(choices, view) {
  const mine = view.seats[seat].species;
  const speciesById = Object.fromEntries(mine.map((species) => [species.id, species]));
  return best(choices, (choice) => {
    const [what, card, target] = words(choice);
    if (what === "end") return 0;
    const worth = WANTED.indexOf(cards[card].trait);
    if (what === "trait") return worth < 0 ? -1 : 20 - worth;
    const keep = worth < 0 ? 0 : 3; // a good trait card pays for something else only at the end
    if (what === "species") return mine.length < MOST_SPECIES ? 30 - keep : -1;
    if (what === "population") return speciesById[target].population < 4 ? 10 - speciesById[target].population - keep : -1;
    return -1;
  });
}

function chooseFeed(choices, view) {
  const speciesById = Object.fromEntries(view.seats[seat].species.map((species) => [species.id, species]));
  return best(choices, (choice) => {
    const [what, eater] = words(choice);
    if (what !== "feed") return 0;
    const species = speciesById[eater];
    const feedsMore = species.traits.some((card) => ["foraging", "cooperation"].includes(cards[card].trait));
    return 1 + species.population - species.food + (feedsMore ? 2 : 0);
  });
}

function best(choices, worth) {
  return choices.reduce((first, second) => (worth(second) > worth(first) ? second : first));
}

function choose({ kind, choices, view }) {
  if (kind === "food") return chooseFood(choices);
  if (kind === "play") return choosePlay(choices, view);
  if (kind === "feed") return chooseFeed(choices, view);
  return choices[0];
}

require("readline")
  .createInterface({ input: process.stdin })
  .on("line", (line) => {
    const message = JSON.parse(line);
    if (message.type === "game") {
      ({ cards, seat } = message);
      console.log(JSON.stringify({ type: "ready", name: "grazer" }));
    } else if (message.type === "decide") {
      console.log(JSON.stringify({ type: "choose", n: message.n, choice: choose(message) }));
    }
  });
