const test = require("node:test");
const assert = require("node:assert");
const { MyBot } = require("../bot");

const species = (id, population, food) => ({ id, population, food, body: 1, fat: 0, traits: [], face_down: [] });

function seated(...mine) {
  const bot = Object.assign(new MyBot(), { seat: 0, cards: { "horns-1": { trait: "horns", food: 3 }, "flight-1": { trait: "flight", food: 5 } } });
  return [bot, { seats: [{ species: mine }] }];
}

test("the hungriest species eats first", () => {
  const [bot, view] = seated(species("a1", 2, 1), species("a2", 4, 1));
  assert.equal(bot.choose({ kind: "feed", choices: ["feed a1", "feed a2"], view }), "feed a2");
});

test("the card with the most food goes to the watering hole", () => {
  const [bot, view] = seated();
  assert.equal(bot.choose({ kind: "food", choices: ["food horns-1", "food flight-1"], view }), "food flight-1");
});

test("a question without a method gets the first choice", () => {
  const [bot, view] = seated();
  assert.equal(bot.choose({ kind: "leaf", choices: ["leaf a1 horns", "leaf a2 horns"], view }), "leaf a1 horns");
});
