// What is known about a game, as an object to store: the curve and the review, with the moves by their
// numbers in the list of the game.

/** @typedef {import('./state.js').State} State */
/** @typedef {Pick<State, 'chances' | 'review'>} Study */
/** @typedef {import('../engine/engine.js').Message} Message */

/** A review that was going on when another game took the place of its own: it does not go on by itself. @param {State['review']} review */
export const interrupted = (review) => (review?.isRunning ? { ...review, isRunning: false, isComplete: false } : review);

/** A node that is no more, or of which an earlier version says nothing, is -1. @param {Study} study @param {Map<number, number>} numbers  of the nodes @returns {Message} */
export function packedStudy({ chances, review }, numbers) {
  const curve = [...chances].flatMap(([id, chance]) => (numbers.has(id) ? [[numbers.get(id), Math.round(chance * 1000) / 1000]] : []));
  const moves = review?.moves.flatMap((move) => (numbers.has(move.node) ? [{ ...move, node: numbers.get(move.node) }] : [])) ?? [];
  const stopped = interrupted(review);
  return { curve, review: stopped && { ...stopped, end: numbers.get(stopped.end) ?? -1, moves } };
}

/** @param {Message | undefined} saved @param {number[]} ids  the nodes by their numbers @returns {Study} */
export function unpackedStudy(saved, ids) {
  /** @type {Map<number, number>} */
  const chances = new Map();
  for (const [number, chance] of saved?.curve ?? []) if (ids[number] !== undefined) chances.set(ids[number], chance);
  const review = saved?.review;
  if (!review) return { chances, review: null };
  const moves = review.moves.filter((/** @type {Message} */ { node }) => ids[node] !== undefined).map((/** @type {Message} */ move) => ({ ...move, node: ids[move.node] }));
  return { chances, review: { ...review, end: ids[review.end] ?? -1, moves } };
}
