// Games that another one replaced: a link, a file, a press in the editor never loses a game.

import { blankStudy } from './state.js';
import { loadKept, packed, saveKept, unpacked } from './saved.js';
import { nodeOf, ROOT } from '../model/tree.js';
import { t } from '../text/text.js';

/** @typedef {import('./state.js').Game} Game */

/** Whether there is anything to lose. @param {Game} game */
const isEmpty = ({ tree }) => !tree.setup && !nodeOf(tree, ROOT).children.length && !nodeOf(tree, ROOT).comment;

/** Shows another game. @param {import('./store.js').Store} store @param {Game} game */
export const showGame = (store, game) => store.set({
  ...blankStudy(), game, editor: null,
  focus: { x: game.tree.size.width >> 1, y: game.tree.size.height >> 1 },
});

/** @param {import('./store.js').Store} store @param {import('./state.js').Tell} tell */
export function keptGames(store, tell) {
  /** @param {Game} game */
  function keep(game) {
    if (!isEmpty(game)) saveKept([packed(game), ...loadKept()]);
  }

  /** @param {import('../engine/engine.js').Message} saved */
  function forget(saved) {
    const text = JSON.stringify(saved);
    saveKept(loadKept().filter((other) => JSON.stringify(other) !== text));
  }

  /**
   * Keeps the game that the one on the board replaced, and offers it.
   * @param {Game} before @param {string} text  what happened @param {boolean} [isPlain]  whether to tell it if nothing was lost
   */
  function replaced(before, text, isPlain = true) {
    if (isEmpty(before)) return isPlain ? tell(text) : undefined;
    keep(before);
    const { tree } = store.get().game;
    tell(text, 'info', {
      text: t('open.restore'),
      act() {
        forget(packed(before));
        if (store.get().game.tree !== tree) keep(store.get().game);
        showGame(store, before);
      },
    });
  }

  return {
    keep,
    replaced,
    /** The newest first. */
    list: () => loadKept().flatMap((saved) => {
      const game = unpacked(saved);
      return game ? [{ saved, game }] : [];
    }),
    /** Brings a game back; the one on the board takes its place. @param {{saved: any, game: Game}} entry */
    bring({ saved, game }) {
      const before = store.get().game;
      forget(saved);
      showGame(store, game);
      replaced(before, t('open.back'));
    },
  };
}

/** @typedef {ReturnType<typeof keptGames>} Kept */
