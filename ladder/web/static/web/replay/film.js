/** A film: a frames document (protocol.md 6) with the position after each frame. It knows no rules. */

import { Story, tell } from "./words.js";

export const FORMAT = "evolution-frames/1";
const REPLAY_FORMAT = "evolution-replay/1";

/** What was dropped or fetched cannot be shown; the message says what was found and what was wanted. */
export class BadFilm extends Error {}

/** Which kind of document this is: "frames" or "replay". Throws BadFilm for any other. */
export function kindOf(document) {
  const format = document?.format;
  if (format === FORMAT && Array.isArray(document.frames)) return "frames";
  if (format === REPLAY_FORMAT) return "replay";
  const found = typeof format === "string" ? `a file of the format “${format.slice(0, 40)}”` : "no such file";
  throw new BadFilm(`Found ${found}; wanted a replay (${REPLAY_FORMAT}) or frames (${FORMAT}).`);
}

/**
 * Reads a frames document. Throws BadFilm for a cut or foreign one.
 * @returns {{frames: object[], positions: object[], words: string[][], names: string[], moments: object,
 *   rounds: {at: number, round: number}[], scores: number[][], populations: number[][], replay: object}}
 */
export function readFilm(document) {
  kindOf(document);
  try {
    return film(document);
  } catch (error) {
    if (error instanceof BadFilm) throw error;
    throw new BadFilm(`The frames cannot be read, they may be cut or altered (${error.message}).`);
  }
}

function film({ replay, start, frames }) {
  const positions = [];
  frames.reduce((position, frame) => {
    const next = frame.changes.reduce((old, [path, value]) => changed(old, path, value), position);
    positions.push(next);
    return next;
  }, start);
  if (!positions.length) throw new BadFilm("Found frames without a single one in them; wanted a whole game.");
  const names = seatNames(replay.players, positions[0].seats.length);
  const story = new Story(names);
  return {
    replay, frames, positions, names,
    words: frames.map((frame) => tell(frame.happenings, story)),
    moments: moments(frames, replay.faults),
    rounds: rounds(frames),
    scores: positions.map((position) => position.seats.map(points)),
    populations: positions.map((position) => position.seats.map((seat) => sum(seat.species, "population"))),
  };
}

/** The value with `to` at the path; all that is not on the path is the very same object as before. */
export function changed(value, path, to, depth = 0) {
  if (depth === path.length) return to;
  const step = path[depth];
  if (value === null || typeof value !== "object" || step === "__proto__") {
    throw new BadFilm(`A change at ${path.join(".")} leads nowhere.`);
  }
  const copy = Array.isArray(value) ? value.slice() : { ...value };
  copy[step] = changed(value[step], path, to, depth + 1);
  return copy;
}

/** Every seat's name, with its number where one bot has several seats. */
function seatNames(given, seats) {
  return Array.from({ length: seats }, (_, seat) => {
    const name = String(given?.[seat] ?? `Seat ${seat}`).slice(0, 40);
    return given?.indexOf(name) === given?.lastIndexOf(name) ? name : `${name}, seat ${seat}`;
  });
}

/** What the seat would score if the game ended here: bag, stored fat, population and traits. */
function points(seat) {
  const traits = seat.species.reduce((total, { traits, face_down }) => total + traits.length + count(face_down), 0);
  return seat.bag + sum(seat.species, "fat") + sum(seat.species, "population") + traits;
}

/** The number of cards in a pile, which may be a list or already a number. */
export function count(pile) {
  return Array.isArray(pile) ? pile.length : (pile ?? 0);
}

function sum(list, key) {
  return list.reduce((total, each) => total + each[key], 0);
}

/** Frames worth jumping to: where a bot faulted, where a species died out, where one attacked. */
function moments(frames, faults = []) {
  const where = (name) => frames.flatMap((f, at) => (f.happenings.some(({ h }) => h === name) ? [at] : []));
  return {
    fault: faults.map((fault) => Math.min((fault.n ?? 0) + 1, frames.length - 1)).sort((a, b) => a - b),
    extinct: where("extinct"),
    attacked: where("attacked"),
  };
}

function rounds(frames) {
  return frames.flatMap((frame, at) =>
    frame.happenings.filter(({ h }) => h === "round").map(({ round }) => ({ at, round })));
}
