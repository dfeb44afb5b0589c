// Why a text or a file is no game, and what its reader did, in words.

import { t } from './text.js';

/** A fault as the engine gives it. @typedef {{reason: string, format: string, line?: number, seen?: string}} ReadingFault */

/** The text of each reason that has one. @type {Record<string, string>} */
const TEXTS = {
  point: 'read.point', 'off-board': 'file.point', occupied: 'refused.occupied', number: 'read.number', pair: 'read.pair', 'after-result': 'read.after-result', 'no-move': 'read.no-move',
  cut: 'read.cut', size: 'read.size', rule: 'read.rule', 'other-game': 'read.other-game', 'not-format': 'read.not-format', setup: 'read.setup',
};

/** @param {ReadingFault} fault @param {string} message  the same in English, after the name of the format */
export function readingText({ reason, format, line, seen = '' }, message) {
  const key = TEXTS[reason];
  if (!key) return t('read.damaged', { format, error: message.replace(new RegExp(`^${format}: `), '') });
  const what = t(reason === 'cut' && seen ? 'read.cut-at' : key, { seen, point: seen, format });
  return line === undefined || line === 1 ? what : t('read.line', { line, what });
}

/** A note of the engine about a text that was read. @typedef {{note: string, text: string, game?: number, fault?: ReadingFault, words?: string[], more?: number, rule?: string, board?: number[]}} ReadingNote */

/** The most games that are named as damaged, and the most notes that only the engine has words for. */
const MOST = 3;

/** @param {ReadingNote} note  one that has words here */
function noteText({ note, text, game, fault, words = [], more, rule, board }) {
  if (note === 'go') return t('note.go', { rule: t(`rule.${rule}`) });
  if (note === 'ignored') return t('note.ignored', { words: words.join(' ') + (more ? ' …' : '') });
  if (note === 'assumed') return t('note.assumed', { size: (board ?? []).join('×') });
  const what = fault ? readingText(fault, text) : text;
  if (note === 'skipped') return t('note.skipped', { n: game ?? 0, what });
  return game === undefined ? t('note.rest', { what }) : t('note.cut', { n: game, what });
}

/** Whether there are words for a note here: lines between games have no number. @param {ReadingNote} note */
const hasWords = ({ note, game }) => note !== 'other' && (note !== 'skipped' || game !== undefined);

/** Whether something of a text is lost or doubtful: what was left out around a list, and the board that was taken for it, are not. @param {ReadingNote} note */
export const isSerious = ({ note }) => note !== 'ignored' && note !== 'assumed';

/** All notes as sentences, the most serious first. @param {ReadingNote[]} notes @returns {string[]} */
export function notesText(notes) {
  const isDamage = (/** @type {ReadingNote} */ { note }) => note === 'skipped' || note === 'cut';
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
