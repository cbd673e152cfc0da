// Talks to the referee, so that a bot is one class with a method for each kind of question.
"use strict";
const readline = require("node:readline");

/**
 * @typedef {{trait: string, food: number}} Card
 * @typedef {{id: string, population: number, body: number, food: number, fat: number,
 *   traits: string[], face_down: string[] | number}} Species
 * @typedef {{hand: string[] | number, bag: number, species: Species[]}} Seat
 * @typedef {{round: number, phase: string, watering_hole: number, deck: number, seats: Seat[]}} View
 * @typedef {{n: number, kind: string, choices: string[], view: View, bank_ms: number}} Question
 */

/** Write a method for each kind of question that you care about: food, play, feed, leaf, event, discard … */
class Bot {
  name = "my bot";
  /** @type {number} */ seat = 0;
  /** @type {number} */ players = 0;
  /** @type {Record<string, Card>} */ cards = {};

  /** A game begins; `game` is the referee's message. */
  start(game) {}

  /** The game has ended. */
  over(scores, places) {}

  /** Asks the method that is called like the question's kind; without one the first choice is taken.
   * @param {Question} question @returns {string} */
  choose(question) {
    return this[question.kind]?.(question) ?? question.choices[0];
  }

  /** The trait on a card, such as "horns" on "horns-3". @param {string} card */
  trait(card) {
    return this.cards[card].trait;
  }

  /** Your own species, from left to right. @param {View} view */
  mine(view) {
    return view.seats[this.seat].species;
  }
}

/** The choice that is worth most, the first of several. */
function best(choices, worth) {
  return choices.reduce((first, second) => (worth(second) > worth(first) ? second : first));
}

/** Play games until the referee has no more. Your log is console.error. @param {Bot} bot */
function run(bot) {
  const answer = (message) => process.stdout.write(JSON.stringify(message) + "\n");
  readline.createInterface({ input: process.stdin }).on("line", (line) => {
    const message = JSON.parse(line);
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

module.exports = { Bot, best, run };
