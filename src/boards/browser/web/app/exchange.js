// Games in and out: files, links, the clipboard, the library. The engine reads and writes the
// formats of files; the page knows only games as JSON, and its own links.

import { fromGameJson, gameJson, gameOfJson, mainLength, sizeOf } from '../io/game_json.js';
import { boardText, linkIn, LinkError, positionHash, readHash } from '../io/link.js';
import { toClipboard } from '../io/clipboard.js';
import { download, pictureText, pngOf } from '../io/picture.js';
import { annotated, endOfGame, isRich } from '../model/annotated.js';
import { reviewRemark } from '../text/review_words.js';
import { asMainLine, isInTurn, lineThrough, pathTo, ROOT, stonesAt } from '../model/tree.js';
import { moveName } from '../model/points.js';
import { MAX_SIDE, positionSpec } from '../model/position.js';
import { ENGINE_NAME, now, openingPhase, ownGame, reasonOf, studyGame } from './state.js';
import { continued, unfinishedOf } from './unfinished.js';
import { showGame } from './kept.js';
import { sentences, t } from '../text/text.js';
import { lostText } from '../text/facts.js';
import { isSerious, notesText, readingText } from '../text/reading_words.js';

/** The side of the usual board. */
const USUAL = 15;

/** @typedef {import('./state.js').Game} Game */
/** @typedef {import('../model/tree.js').Tree} Tree */
/** @typedef {import('../engine/engine.js').Message} Message */
/** @typedef {import('./state.js').ReviewedMove} ReviewedMove */
/** @typedef {'sgf' | 'psq' | 'csv' | 'txt' | 'lib'} Format */
/** What is to be said of a text beside its games; `isSerious` if something of it is lost or doubtful. @typedef {{text: string, isSerious: boolean}} Note */
/** What became of a text: what is wrong with it, or the games among which to choose; neither if one is shown. @typedef {{wrong?: string, games?: Message[], note?: Note}} Reading */

const LISTED = 500;
/** @type {Note} */
const NO_NOTE = { text: '', isSerious: false };
/** The formats that hold variations and comments. @type {Format[]} */
const WHOLE = ['sgf', 'lib'];
/** The server closes the socket after a longer message; this leaves room for the other keys. */
const MOST_BYTES = 4 * 1024 * 1024 - 1000;
/** Words for the seats in files. @type {Record<string, string>} */
const WORDS = { person: '', tengen: ENGINE_NAME };

/** The name of a player on the page: the word that our files have for the color is none. With a capital it may be a surname. @param {string} name @param {import('../model/points.js').Color} color */
const pageName = (name, color) => (name.trim() === color ? '' : WORDS[name] ?? name);

/** A name in files, the same in every language. @param {Game} game @param {'black' | 'white'} color */
function fileName({ names, seats }, color) {
  if (names[color] === ENGINE_NAME) return 'tengen';
  return names[color] || (seats[color] === 'engine' ? 'tengen' : 'person');
}

/**
 * A game for a file: its main line, or the line that has a result, stays the main line whatever is on the board; with what its review says.
 * @param {Game} game @param {ReviewedMove[]} [reviewed] @param {boolean} [withOpening]  whether it keeps the state of an opening that is not over @returns {Message}
 */
export function gameToSave(game, reviewed = [], withOpening = false) {
  const end = endOfGame(game.tree, game.result?.node);
  const size = game.tree.size;
  return fileOf(game, annotated(asMainLine(game.tree, end), reviewed, (move) => reviewRemark(move, size)), end, withOpening ? unfinishedOf(game) : null);
}

/** The line on the board as a game, and how that line ended: for formats of a single line. @param {Game} game @returns {Message} */
export function lineToSave(game) {
  const end = lineThrough(game.tree, game.at, game.preferred).at(-1)?.id ?? ROOT;
  return fileOf(game, asMainLine(game.tree, end), end);
}

/** @param {Game} game @param {Tree} tree @param {number} end  its last move @param {Message | null} [unfinished]  what continues its opening @returns {Message} */
const fileOf = (game, tree, end, unfinished = null) => gameJson({
  tree, names: { ...game.names, black: fileName(game, 'black'), white: fileName(game, 'white') },
  ending: game.result?.node === end ? game.result : null, unfinished,
});

/** A game of a file for study; one whose opening is not over goes on. @param {import('../io/game_json.js').GameFile} file @param {number} level @param {number | null} [at] @returns {Game} */
export function studied({ tree, names, ending, unfinished = null }, level, at = null) {
  const end = lineThrough(tree, ROOT).at(-1)?.id ?? ROOT;
  return continued({
    ...studyGame(tree, level), at: at ?? end, result: ending && { node: end, ...ending },
    names: { ...names, black: pageName(names.black, 'black'), white: pageName(names.white, 'white') },
  }, unfinished);
}

/** @param {Uint8Array} bytes */
function toBase64(bytes) {
  let text = '';
  // In parts: a function takes only so many arguments.
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}

/** @param {string} text */
const fromBase64 = (text) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

/** A board that the page does not show. */
class SizeError extends Error {}

/** A text that is no game, as the page sees it. */
class TextError extends Error {
  /** @param {string} key  of what is wrong */
  constructor(key) {
    super(key);
    this.key = key;
  }
}

/** @param {string} text @returns {unknown} */
function parsedJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new TextError('read.json');
  }
}

/**
 * @param {import('./store.js').Store} store
 * @param {import('../engine/engine.js').Engine} engine
 * @param {import('./state.js').Tell} tell
 * @param {import('./kept.js').Kept} kept
 * @param {() => SVGSVGElement | null} boardPicture
 */
export function exchange(store, engine, tell, kept, boardPicture) {
  /** @param {Game} game @param {string} text  what happened @param {boolean} [isPlain]  whether to tell it if nothing was lost @param {(before: import('./saved.js').Studied) => import('./kept.js').Told} [told] */
  function show(game, text, isPlain = true, told = () => ({})) {
    const before = ownGame(store.get());
    showGame(store, { game });
    kept.replaced(before, text, isPlain, told(before));
  }

  /** @param {unknown} error @param {string} key  the text around what the engine says */
  function problem(error, key) {
    if (error instanceof LinkError) return t(error.key, error.params);
    if (error instanceof SizeError) return t('file.size', { seen: error.message });
    if (error instanceof TextError) return t(key, { error: t(error.key) });
    const { code, message, field = '', reading: readingFault } = /** @type {import('../engine/engine.js').EngineError} */ (error);
    if (code === 'lost') return lostText(store.get());
    if (readingFault) return t(key, { error: readingText(readingFault, message) });
    // Within a game that was pasted as JSON, its key says where.
    const place = /^game\.(.+)/.exec(field);
    return t(key, { error: place ? `${place[1]}: ${message}` : message });
  }

  /** What was opened: a position by its stones, a game by its moves. @param {Tree} tree @param {number} at @param {string} key  the text about a game @param {number} moves */
  const openedText = (tree, at, key, moves) => (tree.setup && !moves ? t('open.position', { n: stonesAt(tree, at).size }) : t(key, { n: moves }));

  /** How games are read once more by another rule: those whose text names none. @type {WeakMap<Message, (rule: string) => Promise<Message>>} */
  const ruleless = new WeakMap();
  /** Games whose text names their rule. @type {WeakSet<Message>} */
  const named = new WeakSet();

  /** @param {Message} game @param {Note} [note] @param {string} [from]  what the rule is from, a key */
  function openGame(game, { text, isSerious } = NO_NOTE, from = '') {
    const { width, height } = sizeOf(game);
    if (Math.max(width, height) > MAX_SIDE) throw new SizeError(`${width}x${height}`);
    const file = fromGameJson(game);
    const rule = from ? t(from, { rule: t(`rule.${game.rule}`) }) : '';
    const going = file.unfinished?.opening ? t('file.opening', { name: t(`opening.rule.${file.unfinished.opening.rule}`) }) : '';
    const opened = [openedText(file.tree, ROOT, 'file.read', mainLength(game)), going, rule];
    // What is serious comes first, and stays until it is closed.
    const said = sentences((isSerious ? [text, ...opened] : [...opened, text]).filter(Boolean));
    show(studied(file, store.get().game.level), said, true, (before) => ({ kind: isSerious ? 'warning' : 'info', actions: ruleActions(game, before) }));
  }

  /** A button that reads a game whose text names no rule by the other usual rule. @param {Message} game @param {import('./saved.js').Studied} before  the game that it replaced @returns {import('./state.js').NoticeAction[]} */
  function ruleActions(game, before) {
    const again = ruleless.get(game);
    if (!again) return [];
    const rule = game.rule === 'freestyle' ? 'renju' : 'freestyle';
    return [{
      text: t('rule.other', { rule: t(`rule.${rule}`) }),
      async act() {
        const { game: { tree } } = store.get();
        // What came upon the board meanwhile stays there.
        const isHere = () => store.get().game.tree === tree && !store.get().puzzles;
        try {
          const read = await again(rule);
          if (!isHere()) return;
          showGame(store, { game: studied(fromGameJson(read), store.get().game.level) });
          kept.offer(before, t('rule.chosen', { rule: t(`rule.${read.rule}`) }));
        } catch (error) {
          if (/** @type {{code?: string}} */ (error).code !== 'canceled' && isHere()) tell(problem(error, 'open.failed'), 'error');
        }
      },
    }];
  }

  /** @param {string} hash @param {boolean} isPlain */
  function openLink(hash, isPlain) {
    const found = readHash(hash);
    if (!found) return;
    const names = { black: '', white: '', date: '' };
    show(studied({ tree: found.tree, names, ending: null }, store.get().game.level, found.at), openedText(found.tree, found.at, 'link.read', pathTo(found.tree, found.at).length), isPlain);
  }

  /**
   * The games of a file, read by the engine. Those that name no rule or board have those of the person's game; where they do not fit that board, the usual one.
   * @param {Message} file @param {string} [by]  that rule @returns {Promise<Message>}
   */
  async function imported(file, by) {
    const { rule: own, size: { width, height } } = ownGame(store.get()).game.tree;
    const on = (/** @type {import('../model/points.js').Size} */ size) => {
      abandon();
      reading = engine.send({ request: 'import', ...file, rule: by ?? own, ...size, points: 'names' });
      return reading;
    };
    const first = on({ width, height });
    try {
      return await first.done;
    } catch (error) {
      const { reading: fault } = /** @type {import('../engine/engine.js').EngineError} */ (error);
      const isOff = ['point', 'off-board'].includes(fault?.reason ?? '') && (width !== USUAL || height !== USUAL);
      if (reading !== first || !isOff) throw error;
      const second = on({ width: USUAL, height: USUAL });
      // What is wrong on both is told of the board here, unless another file came meanwhile.
      return second.done.catch((other) => { throw reading === second ? error : other; });
    }
  }

  /** The file that is being read, or was read last. @type {import('../engine/engine.js').Request | null} */
  let reading = null;

  /** Ends the reading of a file. */
  function abandon() {
    reading?.cancel();
    reading = null;
  }

  /** A game or a position as JSON, written as SGF: read again, it is checked as the text of a file is. @param {unknown} pasted @param {string} rule  if it names none */
  async function sgfOfJson(pasted, rule) {
    const game = gameOfJson(pasted, rule);
    if (!game) throw new TextError('file.format');
    const { text: sgf } = await engine.send({ request: 'export', format: 'sgf', game }).done;
    return { format: 'sgf', text: sgf };
  }

  /** The games of a pasted object: only the page knows whether it names its rule. @param {string} text @returns {Promise<Reading>} */
  async function readJson(text) {
    const pasted = parsedJson(text);
    const rule = ownGame(store.get()).game.tree.rule;
    const read = async (/** @type {string} */ by) => imported(await sgfOfJson(pasted, by));
    const hasRule = !!(/** @type {Message} */ (pasted)?.rule);
    return taken({ ...await read(rule), ruleless: hasRule ? [] : [0] }, read);
  }

  /** What became of an answer with the games of a file. @param {Message} answer @param {(rule: string) => Promise<Message>} again  reads it by another rule @returns {Reading} */
  function taken({ games, total, notes = [], ruleless: places }, again) {
    // Without the places nothing is known about the rules.
    games.forEach((/** @type {Message} */ game, /** @type {number} */ place) => {
      if (places?.includes(place)) ruleless.set(game, async (rule) => (await again(rule)).games[place]);
      else if (places) named.add(game);
    });
    const text = [
      ...(total > games.length ? [t('open.some', { n: games.length, total })] : []),
      ...notesText(notes),
    ].join(' ');
    if (!games.length) return { wrong: [t('open.empty'), text].filter(Boolean).join(' ') };
    const note = { text, isSerious: notes.some(isSerious) };
    if (games.length > 1) return { games, note };
    openGame(games[0], note, ruleFrom(games[0]));
    return {};
  }

  /** @param {Message} game */
  const ruleFrom = (game) => (ruleless.has(game) ? 'rule.board' : named.has(game) ? 'rule.named' : '');

  /** Why a game cannot be written, as text. @param {unknown} error @param {Game} game */
  function notWritten(error, { tree, at, preferred }) {
    const hasOrder = !tree.setup && isInTurn(tree, lineThrough(tree, at, preferred).at(-1)?.id ?? ROOT);
    const { code } = /** @type {{code?: string}} */ (error);
    return code === 'bad-request' && !hasOrder ? t('share.setup') : problem(error, 'share.notSaved');
  }

  /** The numbers in the library of the games that this page has saved, by what was saved. @type {Map<string, number>} */
  const saved = new Map();

  /** Saves a game in the library. @param {Message} game @param {import('../io/game_json.js').Names} names  as the page has them */
  async function append(game, names) {
    // A game that names neither players nor a date was put on the board here: it is of today.
    const isNamed = game.date || names.black || names.white;
    const dated = isNamed ? game : { ...game, date: now() };
    const { number, file, lost } = await engine.send({ request: 'games', action: 'save', game: dated }).done;
    saved.set(JSON.stringify(game), number);
    tell([t('share.saved', { number, file }), ...(lost ? [t('share.lost')] : [])].join(' · '));
  }

  /** Why nothing was read; what another text has replaced says nothing. @param {unknown} error @returns {Reading} */
  const unread = (error) => (/** @type {{code?: string}} */ (error).code === 'canceled' ? {} : { wrong: problem(error, 'open.failed') });

  /** Reads a text. @param {string} text @returns {Promise<Reading>} */
  async function read(text) {
    const trimmed = text.replace(/^\ufeff/, '').trim();
    if (!trimmed) return { wrong: t('open.empty') };
    if (new Blob([JSON.stringify(text)]).size > MOST_BYTES) return { wrong: t('open.large') };
    try {
      const hash = linkIn(trimmed);
      if (hash) {
        openLink(hash, true);
        return {};
      }
      if (trimmed.startsWith('{')) return await readJson(trimmed);
      return taken(await imported({ text: trimmed }), (rule) => imported({ text: trimmed }, rule));
    } catch (error) {
      return unread(error);
    }
  }

  return {
    openGame,
    read,
    abandon,
    /**
     * Reads a file. The engine gets its bytes: it knows the code pages in which old files are. Links
     * and JSON are the page's own.
     * @param {Uint8Array} bytes @param {string} name @returns {Promise<Reading>}
     */
    async readBytes(bytes, name) {
      const extension = name.split('.').at(-1)?.toLowerCase() ?? '';
      const isText = store.get().engine?.formats.find(({ extensions }) => extensions.includes(extension))?.isText ?? true;
      const text = isText ? new TextDecoder().decode(bytes).trim() : null;
      if (text !== null && (!text || text.startsWith('{') || linkIn(text))) return read(text);
      const data = toBase64(bytes);
      if (data.length > MOST_BYTES) return { wrong: t('open.large') };
      try {
        return taken(await imported({ data, name }), (rule) => imported({ data, name }, rule));
      } catch (error) {
        return unread(error);
      }
    },
    /** Shows one of the games that were read; returns what is wrong with it. @param {Message} game */
    choose(game) {
      try {
        openGame(game, NO_NOTE, ruleFrom(game));
        return null;
      } catch (error) {
        return problem(error, 'open.failed');
      }
    },
    /** Shows the position of the page's address, if it names one. */
    readAddress() {
      const { hash } = location;
      if (!hash) return;
      // A reload must not open it again, and a wrong one not be told again.
      history.replaceState(null, '', location.pathname + location.search);
      try {
        // Who follows a link sees that it is open, unless another game went for it.
        openLink(hash, false);
      } catch (error) {
        tell(problem(error, 'open.failed'), 'error');
      }
    },
    /** @param {Format} format */
    async download(format) {
      const { game, review } = ownGame(store.get());
      try {
        const written = WHOLE.includes(format) ? gameToSave(game, review?.moves, format === 'sgf') : lineToSave(game);
        const { text, data, lost } = await engine.send({ request: 'export', format, game: written }).done;
        const blob = data === undefined ? new Blob([text], { type: 'text/plain' })
          : new Blob([fromBase64(data)], { type: 'application/octet-stream' });
        download(blob, `game.${format}`);
        if (lost) tell(t('share.lost'));
      } catch (error) {
        if (/** @type {{code?: string}} */ (error).code !== 'lost') return tell(notWritten(error, game), 'error');
        // What the page can write by itself, and read again.
        const end = lineThrough(game.tree, game.at, game.preferred).at(-1)?.id ?? ROOT;
        download(new Blob([positionHash(game.tree, end)], { type: 'text/plain' }), 'game.txt');
        tell(`${lostText(store.get())} ${t('share.offline')}`);
      }
    },
    /** @param {'link' | 'moves' | 'board'} what */
    async copy(what) {
      const { tree, at, preferred } = store.get().game;
      const line = lineThrough(tree, at, preferred);
      if (what === 'moves' && (tree.setup || !isInTurn(tree, line.at(-1)?.id ?? ROOT))) return tell(t('share.setup'), 'error');
      const texts = {
        // The address of a server's page is secret: who has it can use the server.
        link: () => (store.get().isLocal ? location.href.replace(/#.*$/, '') : '') + positionHash(tree, at),
        moves: () => line.map(({ point }) => moveName(point, tree.size)).join(''),
        board: () => boardText(tree.size, stonesAt(tree, at), tree.setup?.blocked),
      };
      const isCopied = await toClipboard(texts[what]());
      tell(t(isCopied ? 'share.copied' : 'share.notCopied'), isCopied ? 'info' : 'error');
    },
    /** @param {'svg' | 'png'} kind */
    async picture(kind) {
      const picture = boardPicture();
      if (!picture) return;
      const text = await pictureText(picture);
      const { width, height } = picture.viewBox.baseVal;
      try {
        const blob = kind === 'svg' ? new Blob([text], { type: 'image/svg+xml' }) : await pngOf(text, width / height);
        download(blob, `board.${kind}`);
      } catch {
        tell(t('share.noPicture'), 'error');
      }
    },
    kept: kept.list,
    damaged: kept.damaged,
    bring: kept.bring,
    /** Whether there is a library of games: only `tengen board` has a disk. */
    hasLibrary: !store.get().isLocal,
    /** How the main line of a game ended: the board knows it where nothing was written down. @param {Game} game @returns {Promise<{winner: string, reason: string} | null>} */
    async resultOf({ tree, result }) {
      const end = endOfGame(tree, result?.node);
      if (result?.node === end) return result;
      try {
        const judged = await engine.send({ request: 'judge', position: positionSpec(tree, end), points: 'names' }).done;
        return judged.over ? { winner: judged.over, reason: reasonOf(judged) } : null;
      } catch {
        // Without the engine nothing is known.
        return null;
      }
    },
    /** The saved games, the newest first, or what is wrong. @returns {Promise<{games: Message[], wrong?: string}>} */
    async list() {
      try {
        const { games } = await engine.send({ request: 'games', action: 'list', last: LISTED }).done;
        return { games };
      } catch (error) {
        return { games: [], wrong: problem(error, 'open.failed') };
      }
    },
    /** Shows a saved game. @param {number} number */
    async load(number) {
      try {
        const { game } = await engine.send({ request: 'games', action: 'load', number, points: 'names' }).done;
        openGame(game);
      } catch (error) {
        tell(problem(error, 'open.failed'), 'error');
      }
    },
    /** Deletes saved games; returns what is wrong, or null. @param {number[]} numbers */
    async remove(numbers) {
      try {
        await engine.send({ request: 'games', action: 'delete', numbers }).done;
        saved.clear();
        return null;
      } catch (error) {
        return problem(error, 'open.failed');
      }
    },
    /** Whether the game has more than the library holds: variations, comments, a review, an opening that is not over. */
    isRich() {
      const { game, review } = ownGame(store.get());
      return isRich(game.tree) || !!openingPhase(game) || !!review?.moves.some(({ verdict }) => verdict);
    },
    /** The players to be named, by color: people, once their colors are fixed. @returns {{color: 'black' | 'white', name: string}[]} */
    people() {
      const { puzzles, game } = store.get();
      if (puzzles || openingPhase(game)) return [];
      return (/** @type {const} */ (['black', 'white'])).flatMap((color) => (game.seats[color] === 'person' ? { color, name: game.names[color] } : []));
    },
    /** Names a player. @param {'black' | 'white'} color @param {string} name */
    rename: (color, name) => store.set(({ game }) => ({ game: { ...game, names: { ...game.names, [color]: name.trim() } } })),
    /** Saves the game in the library, which holds its main line. */
    async save() {
      const { game } = ownGame(store.get());
      const wanted = gameToSave(game);
      const number = saved.get(JSON.stringify(wanted));
      const write = () => append(wanted, game.names).catch((error) => tell(notWritten(error, game), 'error'));
      if (number === undefined) return write();
      tell(t('share.savedBefore', { number }), 'info', [{ text: t('share.saveAgain'), act: write }]);
    },
  };
}
