// The book: what it knows about the position on the board and after each move, asked anew for every
// position where the engine has one.

import { follow } from './follow.js';
import { openingPhase, positionKey } from './state.js';
import { parsePoint } from '../model/points.js';
import { orbitKey, symmetries } from '../model/symmetry.js';

/** @typedef {import('./state.js').State} State */
/** @typedef {import('./state.js').BookRecord} BookRecord */
/** @typedef {import('./state.js').BookMove} BookMove */
/** @typedef {import('../model/points.js').Size} Size */

/** What the label of a record means for the player who made the move to it. */
const FOR_MOVER = /** @type {const} */ ({ win: 'loss', loss: 'win', draw: 'draw', forced: 'forced', blocked: 'blocked' });

/** Whether the position on the board is looked up. @param {State} state */
export const isLookedUp = ({ connection, engine, game, editor, puzzles }) => connection === 'open' && !!engine?.hasBook && !editor && !puzzles && !openingPhase(game);

/** @param {import('./store.js').Store} store @param {import('../engine/engine.js').Engine} engine */
export function startBook(store, engine) {
  follow(store, engine, {
    request: 'book',
    parts: ['game', 'connection', 'engine', 'editor', 'puzzles'],
    wish: (state) => (isLookedUp(state) ? positionKey(state.game) : null),
    forget: () => store.get().book && store.set({ book: null }),
    answered({ positions, record = null, moves }, key, { game }) {
      const known = bookMoves(record, moves, game.tree.size);
      store.set({ book: { key, positions, record, moves: known, rows: bookRows(known, record?.best ?? '', symmetries(game.tree, game.at)), error: null } });
    },
    failed: (error, key) => store.set({ book: { key, positions: 0, record: null, moves: [], rows: [], error: error.message } }),
  });
}

/**
 * The known moves as the player who makes them sees them. The move that the position's own record names
 * comes first where nothing is known after it.
 * @param {BookRecord | null} own @param {{move: string, record: BookRecord}[]} moves @param {Size} size @returns {BookMove[]}
 */
export function bookMoves(own, moves, size) {
  const known = moves.flatMap(({ move, record }) => {
    const point = parsePoint(move, size);
    return point ? [{ point, name: move, ...forMover(record) }] : [];
  });
  const point = own?.best ? parsePoint(own.best, size) : null;
  if (!own?.best || !point || known.some(({ name }) => name === own.best)) return known;
  const label = own.label === 'win' || own.label === 'loss' || own.label === 'draw' ? own.label : null;
  const named = {
    point, name: own.best, result: label, isProved: !!own.proved, plies: own.plies ?? null, value: own.value ?? null, chance: own.win_chance ?? null,
    games: null, by: own.trust ?? 'unknown', comment: '',
  };
  return [named, ...known];
}

/**
 * One row for all moves that are images of each other; it names the best move where that is one of them.
 * @param {BookMove[]} moves @param {string} best @param {import('../model/symmetry.js').PointMap[]} maps @returns {import('./state.js').BookRow[]}
 */
function bookRows(moves, best, maps) {
  /** @type {Map<number, BookMove[]>} */
  const orbits = new Map();
  for (const move of moves) {
    const key = orbitKey(maps, move.point);
    orbits.set(key, [...(orbits.get(key) ?? []), move]);
  }
  return [...orbits.values()].map((alike) => {
    const move = alike.find(({ name }) => name === best) ?? alike[0];
    return { move, images: alike.filter((other) => other !== move).map(({ point }) => point) };
  });
}

/** What a record after a move says to the player who made it. @param {BookRecord} record */
const forMover = ({ label, proved, plies, value, win_chance: chance, won = 0, drawn = 0, lost = 0, trust, comment }) => ({
  result: label ? FOR_MOVER[label] : null,
  isProved: !!proved,
  // The move itself is a ply.
  plies: plies === undefined ? null : plies + 1,
  value: value === undefined ? null : -value,
  chance: chance === undefined ? null : 1 - chance,
  games: won + drawn + lost ? { won: lost, drawn, lost: won } : null,
  by: trust ?? 'unknown',
  comment: comment ?? '',
});

/** What the book knows about the position on the board, if it has answered. @param {State} state */
export const currentBook = ({ book, game }) => (book && book.key === positionKey(game) ? book : null);
