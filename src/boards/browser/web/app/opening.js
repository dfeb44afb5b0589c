// Playing an opening: the choices are the page's, what they lead to is the engine's answer.

import { played } from './navigate.js';
import { openingPhase } from './state.js';
import { timesLeft } from './unfinished.js';
import { exchanged, samePoint } from '../model/points.js';
import { lineThrough, nodeOf, pathTo, ROOT, withComment } from '../model/tree.js';
import { faultWords, isUnknown, phaseOf } from '../model/opening.js';
import { t } from '../text/text.js';

/** @typedef {import('./state.js').State} State */
/** @typedef {import('./state.js').Game} Game */
/** @typedef {import('../model/opening.js').Phase} Phase */
/** @typedef {NonNullable<Game['opening']>} Opening */

/**
 * Asks the engine for the state of the opening on the board whenever its choices are others.
 * @param {import('./store.js').Store} store
 * @param {import('../engine/engine.js').Engine} engine
 * @param {import('./state.js').Tell} tell
 */
export function startOpening(store, engine, tell) {
  /** @type {{opening: Opening, request: import('../engine/engine.js').Request, ended: Promise<void>} | null} */
  let asked = null;

  const isWaiting = () => isUnknown(openingPhase(store.get().game));

  function update() {
    const { game, connection } = store.get();
    const opening = connection === 'open' && isWaiting() ? game.opening : null;
    if ((asked?.opening ?? null) === opening) return;
    asked?.request.cancel();
    asked = opening && ask(game, opening);
  }

  /** @param {Game} game @param {Opening} opening */
  function ask({ tree }, opening) {
    const { width, height } = tree.size;
    const request = engine.send({
      request: 'opening', rule: tree.rule, width, height, opening: opening.rule, choices: opening.choices, points: 'names',
    });
    const ended = request.done.then((answer) => {
      if (asked?.request !== request) return;
      asked = null;
      store.set(({ game }) => ({ game: withPhase(game, phaseOf(answer, tree.size)) }));
    }, (error) => {
      if (asked?.request !== request) return;
      asked = null;
      if (error.code === 'lost' || error.code === 'canceled') return;
      tell(error.opening ? t(...faultWords(error.opening, String(opening.choices.at(-1) ?? ''))) : t('engine.failed', { error: error.message }), 'error');
      store.set(({ game }) => ({ game: withoutLast(game) }));
    });
    return { opening, request, ended };
  }

  store.listen((now, before) => {
    if (now.game !== before.game || now.connection !== before.connection) update();
  });
  return {
    /** Waits until it is known what is chosen next; false if there is no connection. */
    async isKnown() {
      while (isWaiting()) {
        if (!asked) return false;
        await asked.ended;
      }
      return true;
    },
  };
}

/** The game with these choices of its opening, about which the engine is to be asked. @param {Game} game @param {string[]} choices @returns {Game} */
export const withChoices = (game, choices) => (game.opening ? { ...game, opening: { ...game.opening, choices } } : game);

/** The game without a choice that cannot be made; without its opening if that cannot be played. @param {Game} game @returns {Game} */
function withoutLast(game) {
  const choices = game.opening?.choices ?? [];
  return choices.length ? withChoices(game, choices.slice(0, -1)) : { ...game, opening: null };
}

/**
 * The game in this state of its opening: stones and seats follow from it.
 * @param {Game} game @param {Phase} phase @returns {Game}
 */
export function withPhase(game, phase) {
  if (!game.opening) return game;
  const opening = { ...game.opening, choices: phase.choices, phase };
  const { first: one, second } = opening.seats;
  const seat = (/** @type {string} */ who) => (who === 'first' ? one : second);
  const seats = { black: seat(phase.colors.black), white: seat(phase.colors.white) };
  // A game that was stored has its stones and seats, and perhaps moves after the opening; one of a file has its stones.
  if (!game.opening.phase && phase.choices.length) {
    return opening.isRead ? { ...game, opening: { ...opening, isRead: false }, seats, leftMs: timesLeft(game, phase) } : { ...game, opening };
  }
  // Time and name belong to the player: they change the color with the player.
  const isExchanged = phase.colors.black !== (game.opening.phase?.colors.black ?? 'first');
  const [leftMs, names] = isExchanged ? [exchanged(game.leftMs), { ...game.names, ...exchanged(game.names) }] : [game.leftMs, game.names];
  /** @type {Game} */
  const begun = { ...game, opening, seats, leftMs, names, at: 0, preferred: new Set(), result: null, tree: emptied(game) };
  return withComments(phase.stones.reduce((now, point) => played(now, point, null), begun), game);
}

/** Takes back the person's last choice and what the engine chose after it. @param {Game} game @returns {Game} */
export function withoutChoice(game) {
  if (!game.opening?.phase) return game;
  const { seats, phase: { chosenBy } } = game.opening;
  let { choices } = game.opening;
  do {
    choices = choices.slice(0, -1);
  } while (choices.length && seats[chosenBy[choices.length]] === 'engine');
  return withChoices(game, choices);
}

/** Whether the opening goes on, or at most one move was played after it. @param {Game} game */
export const isOpeningNew = ({ opening, tree, at }) => !!opening?.phase && pathTo(tree, at).length <= opening.phase.stones.length + 1;

/** Whether the last thing that happened is a choice of the opening. @param {Game} game */
export function isOpeningEnd({ opening, tree, at }) {
  return !!opening?.phase && !nodeOf(tree, at).children.length && opening.phase.stones.length === pathTo(tree, at).length;
}

/** The game with the comments of an earlier one on the moves that both have. @param {Game} game @param {Game} earlier @returns {Game} */
function withComments(game, earlier) {
  const known = lineThrough(earlier.tree, ROOT);
  const tree = pathTo(game.tree, game.at).reduce((now, { id, point }, index) => {
    const before = known[index];
    return before?.comment && samePoint(before.point, point) ? withComment(now, id, before.comment) : now;
  }, game.tree);
  return { ...game, tree };
}

/** @param {Game} game */
function emptied(game) {
  const root = game.tree.nodes.get(0);
  return root ? { ...game.tree, nodes: new Map([[0, { ...root, children: [] }]]), next: 1 } : game.tree;
}
