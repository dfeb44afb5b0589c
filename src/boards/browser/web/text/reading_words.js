// Why a text or a file is no game, in words.

import { t } from './text.js';

/** A fault as the engine gives it. @typedef {{reason: string, format: string, line?: number, seen?: string}} ReadingFault */

/** The text of each reason that has one. @type {Record<string, string>} */
const TEXTS = {
  point: 'read.point', 'off-board': 'file.point', occupied: 'refused.occupied', number: 'read.number', pair: 'read.pair', 'after-result': 'read.after-result', 'no-move': 'read.no-move',
};

/** @param {ReadingFault} fault @param {string} message  the same in English, after the name of the format */
export function readingText({ reason, format, line, seen = '' }, message) {
  const key = TEXTS[reason];
  if (!key) return t('read.damaged', { format, error: message.replace(new RegExp(`^${format}: `), '') });
  const what = t(key, { seen, point: seen });
  return line === undefined || line === 1 ? what : t('read.line', { line, what });
}
