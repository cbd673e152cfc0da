/** What happened, in sentences: the same that the engine's report tells (engine/telling.py), for the viewer. */

const SILENT = new Set([
  "turn", "ended", "pile", "upkeep-returned", "event-drawn", "event-waiting", "event-returned", "event-out",
]);
const SOURCES = { hole: "the watering hole", bank: "the bank", cliff: "the cliff" };
const CAUSES = { attack: "the attack", horns: "the Horns", starvation: "hunger" };
const DRAWN = { extinction: "for the extinct species", return: "for those returned", "event-card": "for the event" };

/** What has to be remembered from one sentence to the next. */
export class Story {
  constructor(names) {
    this.names = names;
    this.round = 0;
    this.owner = {};
    this.traits = {};
    this.bags = names.map(() => 0);
    this.total = 0;
    this.spent = [];
    this.fatal = {};
    this.unborn = new Set(); // avian species without a population as yet
    this.out = new Set();
  }

  /** `Anna's a1` */
  species(id) {
    return id in this.owner ? `${this.names[this.owner[id]]}'s ${id}` : id;
  }

  /** `Anna's a1 (Horns, Climbing)` */
  withTraits(id) {
    const traits = this.traits[id] ?? [];
    return this.species(id) + (traits.length ? ` (${traits.join(", ")})` : "");
  }

  /** `, discarding Horns and Fertile`: the cards discarded since it was last asked */
  spentCards() {
    const cards = this.spent.splice(0);
    return cards.length ? `, discarding ${cards.join(" and ")}` : "";
  }
}

/** The sentences about some happenings, in order; several of a kind may share one. */
export function tell(happenings, story) {
  const lines = [];
  const told = happenings.filter(({ h }) => !SILENT.has(h));
  for (let from = 0, to; from < told.length; from = to) {
    const name = told[from].h;
    for (to = from + 1; told[to]?.h === name;) to += 1;
    lines.push(...(TELLERS[name]?.(story, told.slice(from, to)) ?? []));
  }
  return lines;
}

/** `Fat Tissue` of `fat-tissue-3`; of a card that is not known, `a card` */
export function cardName(card) {
  return typeof card === "string" ? inWords(card.replace(/-\d+$/, "")) : "a card";
}

/** `Fat Tissue` of `fat-tissue` */
export function inWords(name) {
  return name.replaceAll("-", " ").replace(/[a-z]+/g, (word) => word[0].toUpperCase() + word.slice(1));
}

const counted = (number, what) => `${number} ${what}${number === 1 ? "" : "s"}`;
const size = (cards) => (Array.isArray(cards) ? cards.length : cards);
const each = (sentence) => (story, group) => group.map((h) => sentence(story, h)).filter((line) => line !== null);

function seatList(story, group) {
  const names = [...new Set(group.map(({ seat }) => story.names[seat]))];
  const last = names.pop();
  return names.length ? `${names.join(", ")} and ${last}` : last;
}

function dealt(story, group) {
  const sums = new Map();
  for (const { seat, cards } of group) sums.set(seat, (sums.get(seat) ?? 0) + size(cards));
  return [`Cards dealt: ${[...sums].map(([seat, cards]) => `${story.names[seat]} ${cards}`).join(", ")}`];
}

function round(story, { round, first, final }) {
  story.round = round;
  return `Round ${round}${final === round ? ", the last" : ""} — ${story.names[first]} begins`;
}

function foodRevealed(story, { cards, total }) {
  story.total = total;
  const shown = cards.flatMap((card, seat) => (card ? [`${story.names[seat]} ${cardName(card)}`] : []));
  return `Food cards: ${shown.join(", ") || "none"}; together ${total < 0 ? "" : "+"}${total}`;
}

function revealed(story, { species, cards }) {
  const names = cards.map(cardName);
  (story.traits[species] ??= []).push(...names);
  return `${story.species(species)} shows ${names.join(", ")}`;
}

function discarded(story, { seat, card, from, species, why }) {
  const [name, shown] = [story.names[seat], cardName(card)];
  if (from === "species") dropTrait(story, species, shown);
  if (why === "species" || why === "growth" || why === "avian") {
    story.spent.push(shown);
    return null;
  }
  if (why === "replaced" || why === "removed") return `${name} takes ${shown} off ${species}`;
  if (why === "paid") return `${name} discards ${shown}`;
  return why === "intelligence" ? `${name} discards ${shown} (Intelligence)` : null;
}

function dropTrait(story, species, trait) {
  const traits = story.traits[species] ?? [];
  if (traits.includes(trait)) traits.splice(traits.indexOf(trait), 1);
}

function flightCard(story, { species, what }) {
  if (what === "taken") {
    (story.traits[species] ??= []).push("Flight");
    return null;
  }
  dropTrait(story, species, "Flight");
  return `The Flight card of ${species} returns to the supply`;
}

function newSpecies(story, { seat, species, kind, side, why }) {
  story.owner[species] = seat;
  if (kind === "avian") story.unborn.add(species);
  const what = `${kind === "avian" ? "the avian species" : "the species"} ${species}`;
  if (why !== "card") return `${story.names[seat]} gets ${what}`;
  return `${story.names[seat]} starts ${what} on the ${side}${story.spentCards()}`;
}

function grew(story, { species, what, to, why }) {
  if (what === "population") story.unborn.delete(species);
  return `${story.species(species)} grows to ${what} ${to}${why === "card" ? story.spentCards() : ` (${inWords(why)})`}`;
}

function lost(story, { species, what, amount, to, why }) {
  const cause = CAUSES[why] ?? why;
  if (what === "population" && !to) {
    story.fatal[species] = cause;
    return null;
  }
  return `${story.species(species)} loses ${amount} ${what} to ${cause} and has ${to} left`;
}

function extinct(story, { species }) {
  const cause = story.fatal[species] ?? (story.unborn.has(species) ? "it never grew a population" : null);
  delete story.fatal[species];
  return `${story.withTraits(species)} dies out${cause ? `: ${cause}` : ""}`;
}

function bagged(story, group) {
  const lines = [];
  const ends = new Map();
  for (const { seat, species, amount, why } of group) {
    story.bags[seat] += amount;
    if (why === "end") ends.set(seat, (ends.get(seat) ?? 0) + amount);
    else lines.push(`${amount} food of ${species} goes into ${story.names[seat]}'s bag`);
  }
  const bags = [...ends].map(([seat, amount]) => `${story.names[seat]} +${amount} = ${story.bags[seat]}`);
  return bags.length ? [...lines, `Food into the bags: ${bags.join(", ")}`] : lines;
}

function tookOne(story, h) {
  const why = ["feed", "attack", "dive-bomb"].includes(h.why) ? "" : ` (${inWords(h.why)})`;
  const where = h.why === "attack" ? "" : ` from ${SOURCES[h.source]}`;
  const parts = [["foraging", "by Foraging"], ["upkeep", "as upkeep"], ["fat", "stored as fat"]]
    .filter(([key]) => h[key]).map(([key, label]) => `, ${h[key]} ${label}`).join("");
  const what = h.kind === "meat" ? "meat" : "food";
  return `${story.species(h.species)} takes ${h.amount} ${what}${where}${why}${parts}${byNight(h)}`;
}

function attacked(story, h) {
  const ambush = h.ambushing ? `, ambushing ${inWords(h.ambushing)}` : "";
  const ignoring = h.ignoring?.length ? `, ignoring ${h.ignoring.map(inWords).join(" and ")}` : "";
  return `${story.withTraits(h.attacker)} attacks ${story.withTraits(h.target)}${ambush}${ignoring}${byNight(h)}`;
}

const byNight = ({ nocturnal }) => (nocturnal ? ", by night" : "");

function passed(story, group) {
  return [`${seatList(story, group)} ${new Set(group.map(({ seat }) => seat)).size === 1 ? "passes" : "pass"}`];
}

function defaulted(story, { seat }) {
  if (story.out.has(seat)) return null;
  story.out.add(seat);
  return `${story.names[seat]} is out by a fault; from here the default choice is made`;
}

function scored(story, [h]) {
  const order = h.places.map((_, seat) => seat).sort((a, b) => h.places[a] - h.places[b] || a - b);
  return order.map((seat) => {
    const [traits, population] = [h.trait_points[seat], h.population_points[seat]];
    const parts = `bag ${h.scores[seat] - traits - population}, population ${population}, traits ${traits}`;
    return `${h.places[seat]}. ${story.names[seat]}: ${counted(h.scores[seat], "point")} (${parts})`;
  });
}

const gains = (what) => each((_, { change, to }) =>
  `${what} ${change > 0 ? "gains" : "loses"} ${Math.abs(change)} and holds ${to}`);

function hole(story, { change, to, why }) {
  const climate = why === "food-cards" && to ? change - story.total : 0;
  const by = climate ? ` (${climate > 0 ? "+" : ""}${climate} by the climate)` : "";
  return `The watering hole ${change > 0 ? "gains" : "loses"} ${Math.abs(change)} and holds ${to}${by}`;
}

/** Plain feedings one after another share a sentence, each species once. */
function took(story, group) {
  return runs(group).map((run) => {
    if (run.length === 1) return tookOne(story, run[0]);
    const species = run.map((h) => story.species(h.species));
    const last = species.pop();
    return `${species.join(", ")} and ${last} take 1 food each from ${SOURCES[run[0].source]}`;
  });
}

function runs(group) {
  const found = [];
  for (const h of group) {
    const run = found.at(-1);
    if (run && isPlain(h) && isPlain(run[0]) && goesWith(h, run)) run.push(h);
    else found.push([h]);
  }
  return found;
}

const isPlain = (h) =>
  h.why === "feed" && h.amount === 1 && !(h.foraging || h.upkeep || h.fat || h.nocturnal);
const goesWith = (h, run) =>
  h.source === run[0].source && !run.some((other) => other.species === h.species);

const TELLERS = {
  phase: () => [],
  round: each(round),
  dealt,
  drew: each((s, h) => `${s.names[h.seat]} draws ${counted(size(h.cards), "card")} ${DRAWN[h.why]}`),
  shuffled: each((_, { cards }) =>
    `The deck is used up; the discard pile is shuffled into a new one of ${counted(cards, "card")}`),
  reserve: each((_, { cards }) => `The deck is used up; the reserve of ${counted(cards, "card")} takes its place`),
  "last-round": each((s, { round }) =>
    (round === s.round ? "This is the last round" : `Round ${round} will be the last`)),
  "food-placed": (s, group) => [`${seatList(s, group)} put a food card on the watering hole`],
  "food-revealed": each(foodRevealed),
  returned: each((s, h) => `${s.names[h.seat]} puts ${counted(size(h.cards), "card")} under the deck`),
  played: each((s, h) => `${s.names[h.seat]} plays ${cardName(h.card)} on ${h.species}`),
  revealed: each(revealed),
  discarded: each(discarded),
  "flight-card": each(flightCard),
  "event-played": each((s, h) =>
    `${s.names[h.seat]} plays ${cardName(h.card)}${h.species ? ` with ${h.species}` : ""}`),
  "new-species": each(newSpecies),
  grew: each(grew),
  lost: each(lost),
  extinct: each(extinct),
  bagged,
  took,
  attacked: each(attacked),
  "fat-moved": each((s, h) => `${s.species(h.species)} eats ${h.amount} of its fat`),
  "upkeep-moved": each((s, h) => `${h.amount} food of ${s.species(h.species)} moves to its upkeep`),
  passed,
  defaulted: each(defaulted),
  hole: each(hole),
  cliff: gains("The cliff"),
  "set-aside": gains("The food set aside after the Wildfire"),
  marker: each((_, h) => (h.from === h.to
    ? `The climate stays ${inWords(h.to)}`
    : `The climate moves from ${inWords(h.from)} to ${inWords(h.to)}`)),
  "climate-event": each((_, h) => `Climate event under ${inWords(h.zone)}: ${inWords(h.event)}`),
  volcano: each((_, h) => `After this feeding the volcano moves the climate to ${inWords(h.zone)}`),
  scored,
};
