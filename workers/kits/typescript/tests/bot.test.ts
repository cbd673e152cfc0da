import test from "node:test";
import assert from "node:assert";
import { MyBot } from "../mybot";
import { Species, View } from "../player";

const species = (id: string, population: number, food: number): Species =>
  ({ id, population, food, body: 1, fat: 0, traits: [], face_down: [] });

const asked = (kind: string, choices: string[], ...mine: Species[]) => {
  const view: View = { round: 1, phase: "", watering_hole: 0, deck: 9, seats: [{ hand: [], bag: 0, species: mine }] };
  return { n: 0, kind, choices, view, bank_ms: 5000 };
};

test("the hungriest species eats first", () => {
  const question = asked("feed", ["feed a1", "feed a2"], species("a1", 2, 1), species("a2", 4, 1));
  assert.equal(new MyBot().choose(question), "feed a2");
});

test("a question without a method gets the first choice", () => {
  assert.equal(new MyBot().choose(asked("leaf", ["leaf a1 horns", "leaf a2 horns"])), "leaf a1 horns");
});
