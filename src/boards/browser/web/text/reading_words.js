// Why a text or a file is no game, and what its reader did, in words.

import { t } from './text.js';

/** A fault as the engine gives it. @typedef {{reason: string, format: string, line?: number, seen?: string}} ReadingFault */

/** The text of each reason that has one. @type {Record<string, string>} */
const TEXTS = {
  point: 'read.point', 'off-board': 'file.point', occupied: 'refused.occupied', number: 'read.number', pair: 'read.pair', 'after-result': 'read.after-result', 'no-move': 'read.no-move',
  cut: 'read.cut', size: 'read.size', rule: 'read.rule', 'other-game': 'read.other-game', 'not-format': 'read.not-format', setup: 'read.setup', 'late-head': 'read.late-head', damaged: 'read.damaged-here',
};

/** @param {ReadingFault} fault @param {string} message  the same in English, after the name of the format */
export function readingText({ reason, format, line, seen = '' }, message) {
  const key = TEXTS[reason];
  if (!key) return t('read.damaged', { format, error: message.replace(new RegExp(`^${format}: `), '') });
  const what = t(reason === 'cut' && seen ? 'read.cut-at' : key, { seen, point: seen, format });
  return line === undefined || line === 1 ? what : t('read.line', { line, what });
}

/**
 * A note of the engine about a text that was read.
 * @typedef {{note: string, text: string, game?: number, fault?: ReadingFault, words?: string[], more?: number, rule?: string, board?: number[], seen?: string, count?: number,
 *   color?: 'black' | 'white' | 'draw', stones?: number[]}} ReadingNote
 */

/** The most games that are named as damaged, and the most notes that only the engine has words for. */
const MOST = 3;

/** Notes after which nothing of the game is lost or doubtful: what was left out around it, and how it was read. */
const HARMLESS = ['ignored', 'assumed', 'marked', 'tail', 'properties', 'small-letters', 'date-cut', 'opening-name', 'lib-zeros'];
/** Notes that have words here, beside those about a damage. */
const KNOWN = [...HARMLESS, 'go', 'guessed', 'other-result', 'to-move', 'beyond', 'lib-occupied', 'lib-after-text', 'lib-remarks', 'rows', 'games'];

/** @param {ReadingNote} note  one that has words here */
function noteText({ note, text, game, fault, words = [], more, rule = '', board = [], seen = '', count = 0, color = 'draw', stones = [] }) {
  if (KNOWN.includes(note)) {
    const [black, white] = stones;
    const isWon = color !== 'draw';
    return t(`note.${note}`, {
      rule: t(`rule.${rule}`), words: words.join(note === 'ignored' ? ' ' : ', ') + (more ? ' …' : ''), size: board.join('×'), seen, n: count, black, white,
      color: isWon ? t(color) : '', board: isWon ? t('result.plain', { winner: t(color) }) : t('result.drawn'),
    });
  }
  // Where only the engine's sentence says what is wrong, it says what became of it, too.
  if (!fault || !(fault.reason in TEXTS)) return text;
  const what = readingText(fault, text);
  if (note === 'skipped') return t('note.skipped', { n: game ?? 0, what });
  return game === undefined ? t('note.rest', { what }) : t('note.cut', { n: game, what });
}

/** @param {ReadingNote} note */
const isDamage = ({ note }) => note === 'skipped' || note === 'cut';

/** Whether there are words for a note here: lines between games have no number. @param {ReadingNote} note */
const hasWords = (note) => KNOWN.includes(note.note) || note.note === 'cut' || note.note === 'skipped' && note.game !== undefined;

/** Whether something of a text is lost or doubtful. @param {ReadingNote} note */
export const isSerious = ({ note }) => !HARMLESS.includes(note);

/** All notes as sentences, the most serious first. @param {ReadingNote[]} all @returns {string[]} */
export function notesText(all) {
  // The rule that was taken is told apart from these.
  const notes = all.filter(({ note, board }) => note !== 'assumed' || board);
  const damages = notes.filter((note) => hasWords(note) && isDamage(note));
  const others = notes.filter((note) => !hasWords(note));
  const rest = notes.filter((note) => hasWords(note) && !isDamage(note));
  const [first, last] = [rest.filter(({ note }) => note === 'go'), rest.filter(({ note }) => note !== 'go')];
  const more = (/** @type {ReadingNote[]} */ of) => (of.length > MOST ? ' …' : '');
  return [
    ...first.map(noteText), ...damages.slice(0, MOST).map(noteText), ...(damages.length > MOST ? ['…'] : []),
    ...(others.length ? [t('open.skipped', { lines: others.slice(0, MOST).map(({ text }) => text).join('; ') + more(others) })] : []),
    ...last.map(noteText),
  ];
}
