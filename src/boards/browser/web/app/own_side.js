// Which side of a game the person played: whose mistakes are practised. A game against the engine says it, and so
// do names; of any other game the person is asked, once.

import { ENGINE_NAME } from './state.js';
import { ownNames, rememberOwnName } from './saved.js';

/** @typedef {import('../model/points.js').Color} Color */
/** @typedef {import('./state.js').Game} Game */

/** @type {Color[]} */
const COLORS = ['black', 'white'];

/** The only color for which something holds; null if it is none or both. @param {(color: Color) => boolean} holds */
function only(holds) {
  const [one, another] = COLORS.filter(holds);
  return one && !another ? one : null;
}

/** The person's side, both sides of a game between engines; null if it is not known. @param {Pick<Game, 'own' | 'seats' | 'names'>} game @returns {Color | 'all' | null} */
export function ownSide({ own, seats, names }) {
  if (own) return own;
  if (seats.black !== seats.white) return only((color) => seats[color] === 'person');
  if (seats.black === 'engine') return 'all';
  const isEngine = (/** @type {Color} */ color) => names[color] === ENGINE_NAME;
  const mine = ownNames();
  return only((color) => only(isEngine) !== null && !isEngine(color)) ?? only((color) => mine.includes(names[color]));
}

/** Remembers with the game which side the person played, and the name there for other games. @param {import('./store.js').Store} store @param {Color | 'all'} side */
export function setOwnSide(store, side) {
  const { names } = store.get().game;
  if (side !== 'all' && names[side]) rememberOwnName(names[side]);
  store.set(({ game }) => ({ game: { ...game, own: side }, mistakesOf: side, asksSide: null }));
}
