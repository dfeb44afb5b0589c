// Games as SGF (FF[4], game number 4) with variations and comments, as the engine reads and writes
// them: points are two letters, column and row from the upper left.

import { nodeOf, ROOT, treeBuilder } from '../model/tree.js';
import { contains, parsePoint, pointName } from '../model/points.js';
import { FileError, MAX_SIDE } from './file.js';

/** @typedef {import('../model/points.js').Point} Point */
/** @typedef {import('../model/points.js').Size} Size */
/** @typedef {import('../model/points.js').Color} Color */
/** @typedef {import('../model/tree.js').TreeBuilder} TreeBuilder */
/** @typedef {import('./file.js').GameFile} GameFile */
/** @typedef {Record<string, string[]>} Properties */
/** @typedef {{nodes: Properties[], branches: Branch[]}} Branch */

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** @param {GameFile} file */
export function writeSgf({ tree, head }) {
  const { size, setup } = tree;
  const point = (/** @type {Point} */ p) => `[${LETTERS[p.x]}${LETTERS[p.y]}]`;
  const stones = (/** @type {string} */ name, /** @type {Point[]} */ points) =>
    points.length ? name + points.map(point).join('') : '';
  const sides = size.width === size.height ? `${size.width}` : `${size.width}:${size.height}`;
  let text = `(;FF[4]GM[4]CA[UTF-8]AP[tengen]SZ[${sides}]RU[${tree.rule}]`;
  text += `PB[${escaped(head.black)}]PW[${escaped(head.white)}]RE[${result(head)}]`;
  if (head.date) text += `DT[${head.date.slice(0, 10)}]`;
  if (head.reason) text += `VERDICT[${escaped(head.reason)}]`;
  if (setup) {
    text += stones('AB', setup.black) + stones('AW', setup.white) + stones('BLOCKED', setup.blocked);
    text += `PL[${setup.toMove === 'black' ? 'B' : 'W'}]`;
  }
  const comment = (/** @type {string} */ c) => (c ? `C[${escaped(c)}]` : '');
  text += comment(nodeOf(tree, ROOT).comment);
  // A list of what is left to write, not a recursion: files may be deep.
  /** @type {(string | number)[]} */
  const left = [...nodeOf(tree, ROOT).children].reverse().flatMap((id) => opened(id, nodeOf(tree, ROOT)));
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (typeof next === 'string') {
      text += next;
      continue;
    }
    const node = nodeOf(tree, next);
    text += `\n;${node.color === 'black' ? 'B' : 'W'}${node.point ? point(node.point) : '[]'}`;
    if (node.timeMs !== null) text += `MSEC[${Math.round(node.timeMs)}]`;
    text += comment(node.comment);
    for (const id of [...node.children].reverse()) left.push(...opened(id, node));
  }
  return `${text})\n`;
}

/** What writes a child, last part first. @param {number} id @param {{children: readonly number[]}} parent */
const opened = (id, parent) => (parent.children.length > 1 ? [')', id, '\n('] : [id]);

/** @param {string} text */
const escaped = (text) => text.replace(/[\]\\:]/g, '\\$&').replace(/[\x00-\x09\x0b-\x1f]/g, ' ');

/** @param {GameFile['head']} head */
function result({ result: winner, reason }) {
  if (!winner) return '?';
  if (winner === 'draw') return '0';
  const suffix = { timeout: 'T', resigned: 'R' }[reason] ?? '';
  return `${winner === 'black' ? 'B' : 'W'}+${suffix}`;
}

/** @param {string} text @returns {GameFile} */
export function readSgf(text) {
  const branch = parse(text);
  const root = branch.nodes[0] ?? {};
  const value = (/** @type {string} */ name) => root[name]?.[0]?.trim() ?? '';
  if (root.GM && value('GM') !== '4') throw new FileError('file.otherGame', { seen: value('GM') });
  const size = readSize(value('SZ') || '15');
  const rule = ['freestyle', 'standard', 'renju', 'caro', 'caro-exact'].find((r) => r === value('RU').toLowerCase());
  const points = (/** @type {string} */ name) => (root[name] ?? []).flatMap((p) => readPoints(p, size));
  const [black, white, blocked] = [points('AB'), points('AW'), points('BLOCKED')];
  const hasSetup = black.length + white.length + blocked.length > 0;
  const mover = value('PL').toUpperCase().startsWith('W') || (!root.PL && black.length > white.length);
  /** @type {Color} */
  const toMove = mover ? 'white' : 'black';
  const setup = hasSetup || root.PL ? { black, white, blocked, toMove } : null;
  const tree = treeBuilder(rule ?? 'freestyle', size, setup);
  /** @type {{branch: Branch, at: number}[]} */
  const left = [{ branch, at: ROOT }];
  for (let next = left.pop(); next; next = left.pop()) {
    let { at } = next;
    for (const node of next.branch.nodes) at = readNode(tree, at, node, size);
    for (const child of [...next.branch.branches].reverse()) left.push({ branch: child, at });
  }
  const re = value('RE').toUpperCase();
  const winner = re.startsWith('B+') ? 'black' : re.startsWith('W+') ? 'white' : /^(0|DRAW)$/.test(re) ? 'draw' : null;
  const reason = value('VERDICT') || { T: 'timeout', R: 'resigned' }[re.slice(2, 3)] || '';
  return { tree: tree.build(), head: { black: value('PB'), white: value('PW'), result: winner, reason, date: value('DT') }, hasRule: !!rule };
}

/** @param {TreeBuilder} tree @param {number} at @param {Properties} node @param {Size} size */
function readNode(tree, at, node, size) {
  for (const name of ['B', 'W']) {
    const text = node[name]?.[0];
    if (text === undefined) continue;
    const [point] = readPoints(text, size);
    if (!point) throw new FileError('file.point', { seen: text.slice(0, 20) });
    if (!tree.isFree(at, point)) throw new FileError('refused.occupied', { point: pointName(point, size) });
    at = tree.add(at, point, Number(node.MSEC?.[0]) || null);
    if (tree.node(at).color !== (name === 'B' ? 'black' : 'white')) throw new FileError('file.turns', {});
  }
  if (node.C?.[0]) tree.comment(at, node.C[0]);
  return at;
}

/** @param {string} text @returns {Size} */
function readSize(text) {
  const match = /^(\d{1,3})(?::(\d{1,3}))?$/.exec(text);
  const size = { width: Number(match?.[1]), height: Number(match?.[2] ?? match?.[1]) };
  if (!match || Math.min(size.width, size.height) < 5 || Math.max(size.width, size.height) > MAX_SIDE) {
    throw new FileError('file.size', { seen: text.slice(0, 20) });
  }
  return size;
}

/** A point, or the points of a rectangle `aa:cc`. @param {string} text @param {Size} size @returns {Point[]} */
function readPoints(text, size) {
  const corner = (/** @type {string} */ letters) => {
    const word = letters.trim();
    const point = { x: LETTERS.indexOf(word[0]), y: LETTERS.indexOf(word[1]) };
    return word.length === 2 && contains(size, point) ? point : parsePoint(word, size);
  };
  const [from, to] = text.split(':').map(corner);
  if (!from || text.includes(':') !== !!to) return [];
  const points = [];
  for (let y = from.y; y <= (to ?? from).y; y++) for (let x = from.x; x <= (to ?? from).x; x++) points.push({ x, y });
  return points;
}

/** The first game of a file. @param {string} text @returns {Branch} */
function parse(text) {
  /** @type {Branch[]} */
  const open = [];
  let at = text.indexOf('(');
  if (at < 0) throw new FileError('file.format', {});
  const token = /[\s]*([();]|[A-Za-z]+|\[(?:\\[\s\S]|[^\\\]])*\])/y;
  let name = '';
  for (;;) {
    token.lastIndex = at;
    const match = token.exec(text);
    if (!match) throw new FileError('file.format', {});
    at = token.lastIndex;
    const word = match[1];
    const branch = open[open.length - 1];
    if (word === '(') {
      const child = { nodes: [], branches: [] };
      branch?.branches.push(child);
      open.push(child);
    } else if (word === ')') {
      if (open.length === 1) return branch;
      open.pop();
    } else if (word === ';') branch.nodes.push({});
    else if (word.startsWith('[')) {
      const node = branch.nodes[branch.nodes.length - 1];
      if (!node || !name) throw new FileError('file.format', {});
      (node[name] ??= []).push(word.slice(1, -1).replace(/\\\r?\n/g, '').replace(/\\([\s\S])/g, '$1'));
    } else name = word.replace(/[a-z]/g, '');
  }
}

