// Games in and out: files, links, the clipboard, the store of saved games.

import { FileError, noHead, readGame, writeCsv, writePsq, writeTxt } from '../io/file.js';
import { writeSgf } from '../io/sgf.js';
import { fromGameJson, gameJson } from '../io/game_json.js';
import { boardText, positionHash, readHash } from '../io/link.js';
import { download, pictureText, pngOf } from '../io/picture.js';
import { lineThrough, ROOT, stonesAt } from '../model/tree.js';
import { blankStudy, gameResult, newGame } from './state.js';
import { t } from '../text/text.js';

/** @typedef {import('./state.js').Game} Game */
/** @typedef {import('./state.js').State} State */
/** @typedef {import('../model/tree.js').Tree} Tree */

/** A name in files, the same in every language. @param {Game} game @param {'black' | 'white'} color */
const nameOf = (game, color) => game.names[color] || (game.seats[color] === 'engine' ? 'tengen' : 'person');

/** @param {State} state @returns {import('../io/file.js').GameFile} */
export function gameFile(state) {
  const { game } = state;
  const result = gameResult({ ...state, game: { ...game, at: lineThrough(game.tree, game.at).at(-1)?.id ?? ROOT } }) ?? gameResult(state);
  return {
    tree: game.tree,
    head: { black: nameOf(game, 'black'), white: nameOf(game, 'white'), result: result?.winner ?? null, reason: result?.reason ?? '', date: game.names.date },
  };
}

/** A game for study: persons on both sides. @param {Tree} tree @param {number} at @param {import('../io/file.js').Head} head @returns {Game} */
function studied(tree, at, head) {
  const game = newGame({
    rule: tree.rule, size: tree.size, seats: { black: 'person', white: 'person' }, level: 10,
    clock: { turnMs: null, gameMs: null, incrementMs: 0 }, opening: 'free',
  });
  const result = head.result && head.reason !== 'five' && ['resigned', 'timeout'].includes(head.reason) ? { winner: head.result, reason: head.reason } : null;
  return { ...game, tree, at, result, names: { black: head.black, white: head.white, date: head.date || game.names.date } };
}

const LISTED = 50;

/**
 * @param {import('./store.js').Store} store
 * @param {import('../engine/engine.js').Engine} engine
 * @param {(text: string, kind?: 'info' | 'error') => void} tell
 * @param {() => SVGSVGElement | null} boardPicture
 */
export function exchange(store, engine, tell, boardPicture) {
  /** @param {Game} game */
  const show = (game) => store.set({
    ...blankStudy(), game, editor: null,
    focus: { x: game.tree.size.width >> 1, y: game.tree.size.height >> 1 },
  });

  /** @param {unknown} error */
  const problem = (error) => (error instanceof FileError ? t(error.key, error.params) : t('file.format'));

  return {
    /** Shows the game of a text. Returns what is wrong with it, or null. @param {string} text */
    read(text) {
      const { game } = store.get();
      try {
        const { tree, head } = readGame(text, game.tree.rule, game.tree.size);
        const line = lineThrough(tree, ROOT);
        show(studied(tree, line.length ? line[line.length - 1].id : ROOT, head));
        tell(t('file.read', { n: line.length }));
        return null;
      } catch (error) {
        return problem(error);
      }
    },
    /** Shows the position of the page's address, if it names one. */
    readAddress() {
      try {
        const found = readHash(location.hash);
        if (!found) return false;
        show(studied(found.tree, found.at, noHead()));
        history.replaceState(null, '', location.pathname + location.search);
        return true;
      } catch (error) {
        tell(problem(error), 'error');
        return false;
      }
    },
    /** @param {'sgf' | 'psq' | 'csv' | 'txt'} format */
    download(format) {
      const state = store.get();
      const file = gameFile(state);
      const { at } = state.game;
      const text = { sgf: () => writeSgf(file), psq: () => writePsq(file, at), csv: () => writeCsv(file, at), txt: () => writeTxt(file.tree, at) }[format]();
      download(new Blob([text], { type: 'text/plain' }), `game.${format}`);
    },
    /** @param {'link' | 'moves' | 'board'} what */
    async copy(what) {
      const { game } = store.get();
      const texts = {
        link: () => location.href.replace(/#.*$/, '') + positionHash(game.tree, game.at),
        moves: () => writeTxt(game.tree, game.at).trim(),
        board: () => boardText(game.tree.size, stonesAt(game.tree, game.at)),
      };
      try {
        await navigator.clipboard.writeText(texts[what]());
        tell(t('share.copied'));
      } catch {
        tell(t('share.notCopied'), 'error');
      }
    },
    /** @param {'svg' | 'png'} kind */
    async picture(kind) {
      const picture = boardPicture();
      if (!picture) return;
      const text = pictureText(picture);
      const { width, height } = picture.viewBox.baseVal;
      try {
        const blob = kind === 'svg' ? new Blob([text], { type: 'image/svg+xml' }) : await pngOf(text, width / height);
        download(blob, `board.${kind}`);
      } catch {
        tell(t('share.noPicture'), 'error');
      }
    },
    /** The saved games, the newest first; null without a connection. */
    async list() {
      try {
        const { games } = await engine.send({ request: 'games', action: 'list', last: LISTED }).done;
        return /** @type {import('../engine/engine.js').Message[]} */ (games);
      } catch {
        return null;
      }
    },
    /** Shows a saved game. @param {number} number */
    async load(number) {
      try {
        const { game } = await engine.send({ request: 'games', action: 'load', number, points: 'names' }).done;
        const { tree, head } = fromGameJson(game);
        show(studied(tree, lineThrough(tree, ROOT).at(-1)?.id ?? ROOT, head));
      } catch (error) {
        tell(t('engine.failed', { error: /** @type {Error} */ (error).message }), 'error');
      }
    },
    async save() {
      const state = store.get();
      try {
        const { number, file } = await engine.send({ request: 'games', action: 'save', game: gameJson(gameFile(state)) }).done;
        tell(t('share.saved', { number, file }));
      } catch (error) {
        const { code, message } = /** @type {{code?: string, message: string}} */ (error);
        tell(code === 'lost' ? t('refused.offline') : t('share.notSaved', { error: message }), 'error');
      }
    },
  };
}

