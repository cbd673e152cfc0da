// Talks to the referee, so that a bot is one class with a method for each kind of question.
import * as readline from "node:readline";

export type Card = { trait: string; food: number };
export type Species = {
  id: string;
  population: number;
  body: number;
  food: number;
  fat: number;
  traits: string[];
  face_down: string[] | number;
};
export type Seat = { hand: string[] | number; bag: number; species: Species[] };
export type View = { round: number; phase: string; watering_hole: number; deck: number; seats: Seat[] };
export type Question = { n: number; kind: string; choices: string[]; view: View; bank_ms: number };
type Game = { type: "game"; seat: number; players: number; ruleset: string; cards: Record<string, Card> };
type Decide = { type: "decide" } & Question;
type Over = { type: "over"; scores: number[]; places: number[] };
type Method = (question: Question) => string;

/** Write a method for each kind of question that you care about: food, play, feed, leaf, event, discard … */
export class Bot {
  name = "my bot";
  seat = 0;
  players = 0;
  cards: Record<string, Card> = {};

  /** A game begins; `game` is the referee's message. */
  start(game: Game): void {}

  /** The game has ended. */
  over(scores: number[], places: number[]): void {}

  /** Asks the method that is called like the question's kind; without one the first choice is taken. */
  choose(question: Question): string {
    const method = (this as unknown as Record<string, Method | undefined>)[question.kind];
    return method ? method.call(this, question) : question.choices[0];
  }

  /** The trait on a card, such as "horns" on "horns-3". */
  trait(card: string): string {
    return this.cards[card].trait;
  }

  /** Your own species, by id, from left to right. */
  mine(view: View): Map<string, Species> {
    return new Map(view.seats[this.seat].species.map((one) => [one.id, one]));
  }
}

/** The choice that is worth most, the first of several. */
export function best(choices: string[], worth: (choice: string) => number): string {
  return choices.reduce((first, second) => (worth(second) > worth(first) ? second : first));
}

/** Play games until the referee has no more. Your log is console.error. */
export function run(bot: Bot): void {
  const answer = (message: object) => process.stdout.write(JSON.stringify(message) + "\n");
  readline.createInterface({ input: process.stdin }).on("line", (line) => {
    const message = JSON.parse(line) as Game | Decide | Over;
    if (message.type === "game") {
      Object.assign(bot, { seat: message.seat, players: message.players, cards: message.cards });
      bot.start(message);
      answer({ type: "ready", name: bot.name });
    } else if (message.type === "decide") {
      answer({ type: "choose", n: message.n, choice: bot.choose(message) });
    } else {
      bot.over(message.scores, message.places);
    }
  });
}
