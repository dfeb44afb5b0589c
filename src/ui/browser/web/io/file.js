// Files of games: what they hold, and which format a text has.

import { lineThrough, ROOT, treeBuilder } from '../model/tree.js';
import { contains, parsePoints, pointName } from '../model/points.js';
import { RULES } from '../model/position.js';
import { readSgf } from './sgf.js';

/** @typedef {import('../model/points.js').Point} Point */
/** @typedef {import('../model/points.js').Size} Size */
/** @typedef {import('../model/tree.js').Tree} Tree */

/** @typedef {{black: string, white: string, result: 'black' | 'white' | 'draw' | null, reason: string, date: string}} Head */
/** @typedef {{tree: Tree, head: Head, hasRule?: boolean}} GameFile */

/** The longest side of a board in the page. */
export const MAX_SIDE = 22;

/** What is wrong with a file: the key of a text, and its parameters. */
export class FileError extends Error {
  /** @param {string} key @param {Record<string, string | number>} params */
  constructor(key, params) {
    super(key);
    this.key = key;
    this.params = params;
  }
}

/** @returns {Head} */
export const noHead = () => ({ black: '', white: '', result: null, reason: '', date: '' });

/**
 * Reads a game in any of the formats. Files without a rule or a size take those given.
 * @param {string} text @param {string} rule @param {Size} size @returns {GameFile}
 */
export function readGame(text, rule, size) {
  const trimmed = text.replace(/^\ufeff/, '').trim();
  if (trimmed.startsWith('(')) return withRule(readSgf(trimmed), rule);
  if (/^piskvorky/i.test(trimmed)) return readPsq(trimmed, rule);
  if (/^game,date,/.test(trimmed)) return readCsv(trimmed);
  return readTxt(trimmed, rule, size);
}

/** @param {GameFile} file @param {string} rule @returns {GameFile} */
const withRule = (file, rule) => (file.hasRule ? file : { ...file, tree: { ...file.tree, rule } });

/** @param {string} rule @param {Size} size @param {Point[]} points */
export function lineTree(rule, size, points) {
  const tree = treeBuilder(rule, size);
  let at = ROOT;
  const seen = new Set();
  for (const point of points) {
    const name = pointName(point, size);
    if (!contains(size, point)) throw new FileError('file.point', { seen: name });
    if (seen.has(name)) throw new FileError('refused.occupied', { point: name });
    seen.add(name);
    at = tree.add(at, point);
  }
  return tree.build();
}

/** @param {number} width @param {number} height @param {string} seen @returns {Size} */
function checkedSize(width, height, seen) {
  const fits = [width, height].every((side) => side >= 5 && side <= MAX_SIDE);
  if (!fits) throw new FileError('file.size', { seen });
  return { width, height };
}

/** @param {string} text @param {string} rule @returns {GameFile} */
function readPsq(text, rule) {
  const [first, ...lines] = text.split(/\r?\n/);
  const head = /(\d+)x(\d+)/.exec(first);
  const size = checkedSize(Number(head?.[1]), Number(head?.[2]), first.slice(0, 40));
  /** @type {Point[]} */
  const points = [];
  let at = 0;
  for (; at < lines.length; at++) {
    const stone = /^\s*(\d+),(\d+),(\d+)/.exec(lines[at]);
    if (!stone) break;
    points.push({ x: Number(stone[1]) - 1, y: Number(stone[2]) - 1 });
  }
  const [black = '', white = ''] = lines.slice(at);
  return { tree: lineTree(rule, size, points), head: { ...noHead(), black, white } };
}

/** The last game of a library. @param {string} text @returns {GameFile} */
function readCsv(text) {
  const rows = text.split(/\r?\n/).slice(1).filter(Boolean).map(cells);
  const number = rows[rows.length - 1]?.[0];
  const game = rows.filter((row) => row[0] === number);
  const [, date, black, white, rule, sides, result, reason] = game[0] ?? [];
  const match = /^(\d+)x(\d+)$/.exec(sides ?? '');
  if (!match || !RULES.includes(rule)) throw new FileError('file.format', {});
  const size = checkedSize(Number(match[1]), Number(match[2]), sides);
  const { points, wrong } = parsePoints(game.map((row) => row[9]).join(' '), size);
  if (wrong) throw new FileError('file.point', { seen: wrong });
  const winner = /** @type {Head['result']} */ (['black', 'white', 'draw'].find((r) => r === result) ?? null);
  return { tree: lineTree(rule, size, points), head: { black, white, result: winner, reason, date } };
}

/** @param {string} row */
function cells(row) {
  const found = row.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g);
  return Array.from(found, ([, quoted, plain]) => quoted?.replace(/""/g, '"') ?? plain ?? '');
}

/** @param {string} text @param {string} rule @param {Size} size @returns {GameFile} */
function readTxt(text, rule, size) {
  const { points, wrong } = parsePoints(text, size);
  if (wrong !== null) throw new FileError('file.format', {});
  return { tree: lineTree(rule, size, points), head: noHead() };
}

/** The moves of the line through a node. @param {Tree} tree @param {number} at */
export const linePoints = (tree, at) => lineThrough(tree, at).flatMap(({ point }) => (point ? [point] : []));

/** @param {Tree} tree @param {number} at */
export const writeTxt = (tree, at) => `${linePoints(tree, at).map((p) => pointName(p, tree.size)).join('')}\n`;

/** @param {GameFile} file @param {number} at */
export function writePsq({ tree, head }, at) {
  const stones = lineThrough(tree, at).flatMap(({ point, timeMs }) =>
    point ? [`${point.x + 1},${point.y + 1},${Math.round(timeMs ?? 0)}`] : []);
  const name = (/** @type {string} */ text) => (/^[^\d+-]/.test(text) ? text : `pbrain-${text}`);
  const code = head.reason === 'timeout' ? 15 : 0;
  const top = `Piskvorky ${tree.size.width}x${tree.size.height}, 11:11, 0`;
  return [top, ...stones, name(head.black), name(head.white), code, ''].join('\r\n');
}

/** @param {GameFile} file @param {number} at */
export function writeCsv({ tree, head }, at) {
  const cell = (/** @type {string | number} */ value) =>
    /[",\n\r]/.test(String(value)) ? `"${String(value).replace(/[\r\n]+/g, ' ').replace(/"/g, '""')}"` : String(value);
  const { width, height } = tree.size;
  const game = [1, head.date, head.black, head.white, tree.rule, `${width}x${height}`, head.result ?? 'unfinished', head.reason];
  const rows = lineThrough(tree, at).map(({ point, timeMs }, index) =>
    [...game, index + 1, point ? pointName(point, tree.size) : '', timeMs === null ? '' : Math.round(timeMs)]);
  if (!rows.length) rows.push([...game, 0, '', '']);
  const columns = 'game,date,black,white,rule,size,result,reason,move,point,time_ms';
  return [columns, ...rows.map((row) => row.map(cell).join(',')), ''].join('\n');
}
