// The position editor: stones are put and removed without turns; a game begins from what is set up.

import { blankStudy, ownGame } from './state.js';
import { newTree, nodeOf, ROOT, stonesAt, toMove } from '../model/tree.js';
import { pointKey } from '../model/points.js';
import { movedPoint, transformed } from '../model/position.js';
import { t } from '../text/text.js';

/** @typedef {import('../model/points.js').Point} Point */
/** @typedef {import('../model/points.js').Color} Color */
/** @typedef {import('../model/tree.js').Setup} Setup */
/** @typedef {import('./state.js').Game} Game */

/** @param {Game} game @returns {Setup} */
export function setupOf({ tree, at }) {
  /** @type {Setup} */
  const setup = { black: [], white: [], blocked: tree.setup?.blocked ?? [], toMove: toMove(tree, at) };
  for (const { point, color } of stonesAt(tree, at).values()) setup[color].push(point);
  return setup;
}

/** @param {Game} game @param {Setup} setup @returns {Game} */
function withSetup(game, setup) {
  const isEmpty = !setup.black.length && !setup.white.length && !setup.blocked.length && setup.toMove === 'black';
  const tree = newTree(game.tree.rule, game.tree.size, isEmpty ? null : setup);
  return {
    ...game, tree, at: ROOT, preferred: new Set(), opening: null, result: null,
    seats: { black: 'person', white: 'person' }, clock: { turnMs: null, gameMs: null, incrementMs: 0 },
  };
}

/**
 * @param {import('./store.js').Store} store
 * @param {(text: string, kind?: 'info' | 'error') => void} tell
 * @param {import('./kept.js').Kept} kept
 */
export function editorActions(store, tell, kept) {
  /** @param {(setup: Setup) => Setup} edit @param {boolean} [isLoss]  whether it takes away all that was set up */
  function change(edit, isLoss = false) {
    const before = store.get();
    store.set(({ game, edits }) => {
      const changed = withSetup(game, edit(setupOf(game)));
      return { ...blankStudy(), game: changed, edits: [...edits, { game, clock: changed.clock }] };
    });
    const { tree } = before.game;
    if (before.puzzles || (isLoss && tree.setup) || nodeOf(tree, ROOT).children.length) kept.replaced(ownGame(before), t('edit.replaced'));
  }

  /** Shows the game of the board otherwise. A puzzle becomes a position like others: the person's game, which waited for its end, is kept. @param {Partial<import('./state.js').State> & {game: Game}} shown */
  function show(shown) {
    const before = store.get();
    store.set({ ...blankStudy(), ...shown });
    if (before.puzzles) kept.replaced(ownGame(before), t('edit.replaced'));
  }

  /** @param {Point[]} points @param {Point} point */
  const without = (points, point) => points.filter((p) => pointKey(p) !== pointKey(point));

  return {
    /** @param {NonNullable<import('./state.js').State['editor']>['tool'] | null} tool */
    use: (tool) => store.set({ editor: tool && { tool }, walk: null, preview: null, pending: null }),
    /** @param {Point} point */
    touch(point) {
      const { editor } = store.get();
      if (!editor) return;
      const { tool } = editor;
      change((setup) => {
        const had = tool !== 'remove' && setup[tool].some((p) => pointKey(p) === pointKey(point));
        const cleared = {
          ...setup, black: without(setup.black, point), white: without(setup.white, point), blocked: without(setup.blocked, point),
        };
        return tool === 'remove' || had ? cleared : { ...cleared, [tool]: [...cleared[tool], point] };
      });
    },
    /** Takes the last change back: moves and comments return with it. False if there is none to take back. */
    undo() {
      const edit = lastEdit(store.get());
      // Names that were given since stay.
      if (edit) store.set(({ game: { names }, edits }) => ({ ...blankStudy(), game: { ...edit.game, names }, edits: edits.slice(0, -1) }));
      return !!edit;
    },
    /** @param {Color} color */
    toMove: (color) => change((setup) => ({ ...setup, toMove: color })),
    clear: () => change(() => ({ black: [], white: [], blocked: [], toMove: 'black' }), true),
    /** @param {string} rule */
    rule(rule) {
      const { game } = store.get();
      show({ game: { ...game, tree: { ...game.tree, rule } } });
    },
    /** @param {import('../model/position.js').Transform} kind */
    transform(kind) {
      const { game, focus, chances } = store.get();
      const tree = transformed(game.tree, kind);
      if (!tree) return tell(t('edit.noRoom'), 'error');
      // The curve stays true; what names points does not. The tab key must find a cell of the new board.
      const { x, y } = movedPoint(kind, game.tree.size, focus);
      const { width, height } = tree.size;
      show({
        chances, game: { ...game, tree, opening: null },
        focus: { x: Math.min(Math.max(x, 0), width - 1), y: Math.min(Math.max(y, 0), height - 1) },
      });
    },
  };
}

/** @typedef {ReturnType<typeof editorActions>} EditorActions */

/** The change in the editor from which the position on the board comes, if no move followed it. @param {import('./state.js').State} state */
export function lastEdit({ game, edits }) {
  const edit = edits.at(-1);
  return edit && edit.clock === game.clock && game.at === ROOT ? edit : null;
}
