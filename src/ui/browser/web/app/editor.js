// The position editor: stones are put and removed without turns; a game begins from what is set up.

import { newTree, nodeOf, ROOT, stonesAt, toMove } from '../model/tree.js';
import { pointKey } from '../model/points.js';
import { transformed } from '../model/position.js';
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
    const { game: before } = store.get();
    store.set(({ game }) => ({ game: withSetup(game, edit(setupOf(game))), chances: new Map(), review: null, solve: null, explained: null }));
    const { tree } = before;
    if ((isLoss && tree.setup) || nodeOf(tree, ROOT).children.length) kept.replaced(before, t('edit.replaced'));
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
    /** @param {Color} color */
    toMove: (color) => change((setup) => ({ ...setup, toMove: color })),
    clear: () => change(() => ({ black: [], white: [], blocked: [], toMove: 'black' }), true),
    /** @param {string} rule */
    rule: (rule) => store.set(({ game }) => ({ game: { ...game, tree: { ...game.tree, rule } }, chances: new Map() })),
    /** @param {import('../model/position.js').Transform} kind */
    transform(kind) {
      const { game } = store.get();
      const tree = transformed(game.tree, kind);
      if (!tree) return tell(t('edit.noRoom'), 'error');
      store.set({ game: { ...game, tree, opening: null }, pending: null, preview: null, solve: null, walk: null });
    },
  };
}

/** @typedef {ReturnType<typeof editorActions>} EditorActions */

/** Whether the board holds anything. @param {Game} game */
export const isEmptyBoard = ({ tree }) => !tree.setup && !nodeOf(tree, ROOT).children.length;
