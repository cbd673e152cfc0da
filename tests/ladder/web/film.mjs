// Reads {film} on standard input as the viewer does, and says what the viewer would show: for test_viewer.py.

import { readFileSync } from "node:fs";
import { readFilm } from "../../../ladder/web/static/web/replay/film.js";
import { Story, tell } from "../../../ladder/web/static/web/replay/words.js";

const { film, names } = JSON.parse(readFileSync(0, "utf8"));
try {
  const { positions, scores, moments } = readFilm(film);
  const happenings = film.frames.flatMap((frame) => frame.happenings);
  process.stdout.write(JSON.stringify({ positions, scores, moments, words: tell(happenings, new Story(names)) }));
} catch (error) {
  process.stdout.write(JSON.stringify({ error: `${error.constructor.name}: ${error.message}` }));
}
