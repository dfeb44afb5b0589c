// What a reload keeps: game and options in the browser's local storage. They do not depend on the
// server, so they survive its restart.

import { defaultOptions, newGame } from './state.js';
import { readGame } from '../io/file.js';
import { writeSgf } from '../io/sgf.js';
import { lineThrough, nodeOf, ROOT } from '../model/tree.js';

/** @typedef {import('./state.js').Game} Game */
/** @typedef {import('./state.js').Options} Options */

const GAME = 'tengen.game';
const OPTIONS = 'tengen.options';

/** @param {string} key @param {unknown} value */
function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Without storage, or with a full one, the page works but forgets.
  }
}

/** @param {string} key @returns {any} */
function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** @param {Options} options */
export const saveOptions = (options) => write(OPTIONS, options);

/** @returns {Options} */
export function loadOptions() {
  const options = defaultOptions();
  const saved = read(OPTIONS) ?? {};
  for (const key of /** @type {(keyof Options)[]} */ (Object.keys(options))) {
    if (typeof saved[key] === typeof options[key]) Object.assign(options, { [key]: saved[key] });
  }
  return options;
}

/** @param {Game} game */
export function saveGame(game) {
  const { tree, at, preferred, names, ...rest } = game;
  const sgf = writeSgf({ tree, head: { ...names, result: null, reason: '' } });
  // Ids of nodes are not in the file; the way to a node is.
  const line = lineThrough(tree, at, preferred).map(({ id }) => id);
  const steps = line.map((id) => nodeOf(tree, nodeOf(tree, id).parent ?? ROOT).children.indexOf(id));
  write(GAME, { sgf, steps, depth: line.indexOf(at) + 1, names, rest });
}

/** @returns {Game | null} */
export function loadGame() {
  const saved = read(GAME);
  if (!saved) return null;
  try {
    const { tree } = readGame(saved.sgf, 'freestyle', { width: 15, height: 15 });
    const blank = newGame({ rule: tree.rule, size: tree.size, ...saved.rest, opening: 'free' });
    let at = ROOT;
    let node = ROOT;
    const preferred = new Set();
    saved.steps.forEach((/** @type {number} */ step, /** @type {number} */ index) => {
      node = nodeOf(tree, node).children[step];
      preferred.add(node);
      if (index + 1 === saved.depth) at = node;
    });
    return { ...blank, ...saved.rest, names: saved.names, tree, at, preferred };
  } catch {
    return null;
  }
}
