// What a reload keeps: game, review and options in the browser's storage. They do not depend on the server,
// so they survive its restart. A tab has its own game; a new tab begins with the last one of any.

import { defaultOptions, newGame } from './state.js';
import { fromGameJson, gameJson, numbering } from '../io/game_json.js';
import { ROOT } from '../model/tree.js';
import { packedStudy, unpackedStudy } from './study.js';

/** @typedef {import('./state.js').Game} Game */
/** @typedef {import('./state.js').Options} Options */
/** A game and what is known about it. @typedef {{game: Game} & import('./study.js').Study} Studied */
/** @typedef {import('../engine/engine.js').Message} Message */

const GAME = 'tengen.game';
const KEPT = 'tengen.games.kept';
const OPTIONS = 'tengen.options';
const SEARCH = 'tengen.search';
const OWN_NAMES = 'tengen.own-names';
const MOST_NAMES = 20;
/** So that a comment is not written with every letter. */
const DELAY_MS = 300;
const MOST_KEPT = 30;

/** Whether the value could be written. @param {'localStorage' | 'sessionStorage'} where @param {string} key @param {unknown} value */
function write(where, key, value) {
  try {
    window[where].setItem(key, JSON.stringify(value));
    return true;
  } catch {
    try {
      // An older game in its place would come back as if it were this one.
      window[where].removeItem(key);
    } catch {
      // There is no storage at all.
    }
    return false;
  }
}

/** @param {'localStorage' | 'sessionStorage'} where @param {string} key @returns {any} */
function read(where, key) {
  try {
    return JSON.parse(window[where].getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** Remembers what was sought among the saved games, for this tab. @param {string} words */
export const rememberSearch = (words) => write('sessionStorage', SEARCH, words);

export const rememberedSearch = () => String(read('sessionStorage', SEARCH) ?? '');

/** The names that the person has in games, the newest first. @returns {string[]} */
export function ownNames() {
  const names = read('localStorage', OWN_NAMES);
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string' && name) : [];
}

/** @param {string} name  what the person is called in a game */
export const rememberOwnName = (name) => write('localStorage', OWN_NAMES, [name, ...ownNames().filter((other) => other !== name)].slice(0, MOST_NAMES));

/** @param {Options} options */
export const saveOptions = (options) => write('localStorage', OPTIONS, options);

/** @returns {Options} */
export function loadOptions() {
  const options = defaultOptions();
  const saved = read('localStorage', OPTIONS) ?? {};
  for (const key of /** @type {(keyof Options)[]} */ (Object.keys(options))) {
    if (typeof saved[key] === typeof options[key]) Object.assign(options, { [key]: saved[key] });
  }
  return options;
}

/** A game as an object to store: its JSON, and what only the page knows. @param {Game} game @param {import('./study.js').Study | null} [study] @returns {Message} */
export function packed({ tree, at, preferred, names, result, ...rest }, study = null) {
  const numbers = numbering(tree);
  const visited = [...preferred].flatMap((id) => numbers.get(id) ?? []);
  const ending = result && { ...result, node: numbers.get(result.node) ?? 0 };
  return { version: 1, game: gameJson({ tree, names, ending: null }), at: numbers.get(at) ?? 0, visited, names, ending, rest, ...(study ? { study: packedStudy(study, numbers) } : {}) };
}

/** @param {Message | null} saved @returns {Game | null} */
export const unpacked = (saved) => restored(saved)?.game ?? null;

/** @param {Message | null} saved @returns {Studied | null} */
export function restored(saved) {
  try {
    if (saved?.version !== 1) return null;
    const { tree, ids } = fromGameJson(saved.game);
    const blank = newGame({ rule: tree.rule, size: tree.size, ...saved.rest, opening: 'free' });
    const game = {
      ...blank, since: '', ...saved.rest, names: saved.names, tree, at: ids[saved.at] ?? ROOT,
      preferred: new Set(saved.visited.map((/** @type {number} */ number) => ids[number])),
      result: saved.ending && { ...saved.ending, node: ids[saved.ending.node] },
    };
    return { game, ...unpackedStudy(saved.study, ids) };
  } catch {
    return null;
  }
}

/** Puzzles on the board in place of the game: which ones, whose mistakes, and the one that was reached. @typedef {{source: import('./puzzles.js').Source, side: import('../model/points.js').Color | 'all', index: number}} Practised */
/** What the page shows of the game, and does with it. @typedef {{isAnalyzed: boolean, isReviewing: boolean, tab: string | null, practised: Practised | null}} Shown */

/** @param {any} saved @returns {Practised | null} */
const practisedOf = (saved) => (['mistakes', 'daily', 'race'].includes(saved?.source) && ['black', 'white', 'all'].includes(saved.side) && Number.isInteger(saved.index) ? saved : null);

/** The game of this tab with the panel that was open, whether it was being analyzed or reviewed, and the puzzles that were on the board; or the last game of any tab. @returns {(Studied & Shown) | null} */
export function loadGame() {
  const own = read('sessionStorage', GAME);
  const mine = restored(own);
  const found = mine ?? restored(read('localStorage', GAME));
  const tab = mine && typeof own.tab === 'string' ? own.tab : null;
  return found && { ...found, isAnalyzed: !!mine && own.isAnalyzed === true, isReviewing: !!mine && own.isReviewing === true, tab, practised: mine && practisedOf(own.practised) };
}

/** Saves the game soon after a change. @param {() => Studied & Shown} current @param {() => void} full  says once that there is no room */
export function gameSaver(current, full) {
  /** @type {number | undefined} */
  let timer;
  let isDirty = false;
  let isTold = false;

  function save() {
    clearTimeout(timer);
    if (!isDirty) return;
    isDirty = false;
    const { game, isAnalyzed, isReviewing, tab, practised, ...study } = current();
    const object = { ...packed(game, study), isAnalyzed, isReviewing, tab, practised };
    const isWritten = [write('sessionStorage', GAME, object), write('localStorage', GAME, object)];
    if (isWritten.every(Boolean) || isTold) return;
    isTold = true;
    full();
  }

  return {
    save,
    changed() {
      isDirty = true;
      clearTimeout(timer);
      timer = setTimeout(save, DELAY_MS);
    },
  };
}

/** The games that others replaced, in any tab, the newest first. @returns {Message[]} */
export function loadKept() {
  const kept = read('localStorage', KEPT);
  return Array.isArray(kept) ? kept : [];
}

/** @param {Message[]} kept */
export function saveKept(kept) {
  // With little room the oldest ones go.
  for (let count = Math.min(kept.length, MOST_KEPT); count > 0; count--) {
    if (write('localStorage', KEPT, kept.slice(0, count))) return;
  }
  write('localStorage', KEPT, []);
}
