// Games that another one replaced: a link, a file, a press in the editor never loses a game.

import { blankStudy, ownGame } from './state.js';
import { loadKept, packed, restored, saveKept } from './saved.js';
import { interrupted } from './study.js';
import { nodeOf, ROOT } from '../model/tree.js';
import { t } from '../text/text.js';

/** @typedef {import('./state.js').Game} Game */
/** @typedef {import('./saved.js').Studied} Studied */
/** @typedef {import('../engine/engine.js').Message} Message */

/** How something is told, and what is offered with it. @typedef {{kind?: import('./state.js').NoticeKind, actions?: import('./state.js').NoticeAction[]}} Told */

/** Whether there is anything to lose. @param {Game} game */
const isEmpty = ({ tree }) => !tree.setup && !nodeOf(tree, ROOT).children.length && !nodeOf(tree, ROOT).comment;

/** Shows another game, with what is known about it. @param {import('./store.js').Store} store @param {{game: Game} & Partial<import('./study.js').Study>} studied */
export const showGame = (store, { game, chances = new Map(), review = null }) => store.set({
  ...blankStudy(), chances, review: interrupted(review), game, editor: null,
  focus: { x: game.tree.size.width >> 1, y: game.tree.size.height >> 1 },
});

/** What makes a kept game another one: players, moves and end. One that cannot be read is only like itself. @param {Message} saved */
function keyOf(saved) {
  if (!restored(saved)) return JSON.stringify(saved);
  const { game: { date, ...game }, rest, ending } = saved;
  return JSON.stringify([game, rest?.seats, ending]);
}

/** Each game once: the first of those that are the same, with the review of another one if it has none. Those that cannot be read are last, where the first ones go for lack of room. @param {Message[]} kept @returns {Message[]} */
export function once(kept) {
  /** @type {Map<string, Message>} */
  const first = new Map();
  for (const saved of kept) {
    const key = keyOf(saved);
    const known = first.get(key);
    if (!known) first.set(key, saved);
    else if (!known.study?.review && saved.study?.review) first.set(key, { ...known, study: saved.study });
  }
  const all = [...first.values()];
  return [...all.filter(restored), ...all.filter((saved) => !restored(saved))];
}

/** @param {import('./store.js').Store} store @param {import('./state.js').Tell} tell */
export function keptGames(store, tell) {
  /** @param {Studied} studied */
  function keep({ game, chances, review }) {
    if (!isEmpty(game)) saveKept(once([packed(game, { chances, review }), ...loadKept()]));
  }

  /** Takes a game out of those that are kept, and returns it: it may have got the review of another one like it. @param {Message} saved */
  function take(saved) {
    const key = keyOf(saved);
    const kept = loadKept();
    saveKept(kept.filter((other) => keyOf(other) !== key));
    return restored(kept.find((other) => keyOf(other) === key) ?? null);
  }

  /**
   * Keeps the game that the one on the board replaced, and offers it.
   * @param {Studied} before @param {string} text  what happened @param {boolean} [isPlain]  whether to tell it if nothing was lost
   * @param {Told} [told]
   */
  function replaced(before, text, isPlain = true, told = {}) {
    keep(before);
    if (isPlain || !isEmpty(before.game)) offer(before, text, told);
  }

  /** Tells something, and offers a game that is kept. @param {Studied} before @param {string} text @param {Told} [told] */
  function offer(before, text, { kind = 'info', actions = [] } = {}) {
    if (isEmpty(before.game)) return tell(text, kind, actions);
    const { tree } = store.get().game;
    tell(text, kind, [...actions, {
      text: t('open.restore'),
      act() {
        const found = take(packed(before.game, before));
        if (store.get().game.tree !== tree) keep(ownGame(store.get()));
        showGame(store, before.review || !found?.review ? before : found);
      },
    }]);
  }

  return {
    /** Keeps the person's game that another one is going to replace. */
    keepOwn: () => keep(ownGame(store.get())),
    replaced,
    offer,
    /** How many of them cannot be read. */
    damaged: () => loadKept().filter((saved) => !restored(saved)).length,
    /** The newest first. */
    list: () => loadKept().flatMap((saved) => {
      const studied = restored(saved);
      return studied ? [{ saved, ...studied }] : [];
    }),
    /** Brings a game back; the one on the board takes its place. @param {Studied & {saved: any}} entry */
    bring({ saved, ...studied }) {
      const before = ownGame(store.get());
      take(saved);
      showGame(store, studied);
      replaced(before, t('open.back'));
    },
  };
}

/** @typedef {ReturnType<typeof keptGames>} Kept */
