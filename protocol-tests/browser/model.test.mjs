// The parts of the page that need no browser: texts, files, links, openings, trees.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const web = new URL('../../src/ui/browser/web/', import.meta.url);
const load = (path) => import(new URL(path, web));

const { default: english } = await load('text/en.js');
const { readGame, writeCsv, writePsq, writeTxt, FileError } = await load('io/file.js');
const { readSgf, writeSgf } = await load('io/sgf.js');
const { gameJson, fromGameJson } = await load('io/game_json.js');
const { positionHash, readHash } = await load('io/link.js');
const { addMove, newTree, nodeOf, pathTo, ROOT, withComment } = await load('model/tree.js');
const { begin, chosen, chooser, isOver, refusal, replay } = await load('model/opening.js');
const { parsePoint, parsePoints, pointName } = await load('model/points.js');
const { transformed } = await load('model/position.js');

test('the page asks for all its modules at once', () => {
  const folder = fileURLToPath(web);
  const all = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.js') && !/^text\/(?!en)..\.js$/.test(name));
  const named = [...readFileSync(new URL('index.html', web), 'utf8').matchAll(/(?:modulepreload" href|src)="([^"]+\.js)"/g)].map(([, name]) => name);
  assert.deepEqual(named.sort(), all.sort());
});

const SIZE = { width: 15, height: 15 };

/** A tree with a variation and comments. */
function sample() {
  let tree = newTree('renju', SIZE);
  let at = ROOT;
  const play = (from, name) => {
    const added = addMove(tree, from, parsePoint(name, SIZE), 120);
    tree = added.tree;
    return added.id;
  };
  at = play(at, 'h8');
  const fork = at;
  at = play(at, 'i9');
  play(at, 'g9');
  const other = play(fork, 'i10');
  play(other, 'j8');
  tree = withComment(tree, other, 'a line [with] \\ and:\nnext');
  return tree;
}

const shape = (tree) => [...tree.nodes.values()].map(({ point, color, comment, children }) => [point && pointName(point, tree.size), color, comment, children.length]).sort();

for (const code of ['zh', 'ja', 'ko', 'ru', 'de', 'cs']) {
  test(`the texts of ${code} have the keys and parameters of the English ones`, async () => {
    const { default: table } = await load(`text/${code}.js`);
    assert.deepEqual(Object.keys(table).sort(), Object.keys(english).sort());
    const names = (text) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();
    for (const [key, text] of Object.entries(table)) {
      assert.deepEqual(names(text), names(english[key]), key);
      assert.doesNotMatch(text, /[<>]/, key);
      assert.ok(text.trim(), key);
    }
  });
}

test('SGF keeps variations, comments and times', () => {
  const tree = sample();
  const file = { tree, head: { black: 'A ] b', white: 'C', result: 'black', reason: 'resigned', date: '2026-11-24' } };
  const again = readSgf(writeSgf(file));
  assert.deepEqual(shape(again.tree), shape(tree));
  assert.equal(again.tree.rule, 'renju');
  assert.deepEqual(again.head, { ...file.head });
});

test('SGF of other programs: setup, rectangles, points of several lines', () => {
  const { tree } = readSgf('(;GM[4]SZ[9:7]AB[aa:ba][ee]AW[ii:ii]PL[W]\n;W[bb](;B[cc]C[x\\]y])(;B[dd]))'.replace('[ii:ii]', '[ig:ig]'));
  assert.deepEqual(tree.size, { width: 9, height: 7 });
  assert.deepEqual(tree.setup.black.map((point) => pointName(point, tree.size)), ['a7', 'b7', 'e3']);
  assert.equal(nodeOf(tree, ROOT + 2).comment, 'x]y');
});

for (const [text, key] of [['', 'file.format'], ['(;GM[1])', 'file.otherGame'], ['(;SZ[40])', 'file.size'], ['(;SZ[9];B[zz])', 'file.point'], ['(;B[hh];B[ii])', 'file.turns'],
  ['(;B[hh]', 'file.format'], ['h8 h8', 'refused.occupied'], ['hello', 'file.format'], ['Piskvorky 3x3', 'file.size']]) {
  test(`wrong text is named: ${JSON.stringify(text)}`, () => {
    if (text === '') {
      assert.equal(readGame(text, 'renju', SIZE).tree.nodes.size, 1);
      return;
    }
    assert.throws(() => readGame(text, 'renju', SIZE), (error) => error instanceof FileError && error.key === key);
  });
}

test('psq, csv and txt hold the line', () => {
  const tree = sample();
  const file = { tree, head: { black: 'one, "two"', white: '3', result: null, reason: '', date: '2026-11-24 10:00:00' } };
  for (const text of [writePsq(file, ROOT), writeCsv(file, ROOT), writeTxt(tree, ROOT)]) {
    const again = readGame(text, 'renju', SIZE);
    assert.equal(writeTxt(again.tree, ROOT), 'h8i9g9\n');
    assert.equal(again.tree.rule, 'renju');
  }
  assert.equal(readGame(writeCsv(file, ROOT), 'renju', SIZE).head.black, file.head.black);
});

test('a game as JSON of the API and back', () => {
  const tree = sample();
  const head = { black: 'person', white: 'tengen', result: 'white', reason: 'timeout', date: '2026-11-24 10:00:00' };
  const json = gameJson({ tree, head });
  assert.deepEqual(json.moves.map(({ move, after }) => [move, after]), [['h8', undefined], ['i9', undefined], ['g9', undefined], ['i10', 1], ['j8', undefined]]);
  const again = fromGameJson(json);
  assert.deepEqual(shape(again.tree), shape(tree));
  assert.deepEqual(again.head, head);
});

test('a link holds moves, and stones that were set up', () => {
  const tree = sample();
  const line = readHash(positionHash(tree, 3));
  assert.deepEqual(pathTo(line.tree, line.at).map(({ point }) => pointName(point, SIZE)), ['h8', 'i9', 'g9']);
  const setup = { black: [{ x: 1, y: 2 }], white: [{ x: 3, y: 4 }], blocked: [{ x: 0, y: 0 }], toMove: 'white' };
  const again = readHash(positionHash(newTree('caro', { width: 9, height: 12 }, setup), ROOT));
  assert.deepEqual(again.tree.setup, setup);
  assert.deepEqual(again.tree.size, { width: 9, height: 12 });
  for (const hash of ['', '#', '#go/15x15/h8', '#renju/99x99/h8', '#renju/15x15']) {
    if (hash === '#renju/15x15') assert.equal(readHash(hash).tree.nodes.size, 1);
    else assert.equal(readHash(hash), null, hash);
  }
  assert.throws(() => readHash('#renju/15x15/black=h8&white=h8/'), FileError);
});

test('points and their names', () => {
  const size = { width: 22, height: 10 };
  for (const name of ['a1', 'v10', 'k5']) assert.equal(pointName(parsePoint(name, size), size), name);
  for (const name of ['w1', 'a11', 'a0', '8h', '']) assert.equal(parsePoint(name, size), null, name);
  assert.deepEqual(parsePoints('1. h8 i9, 2. g9', SIZE).points.length, 3);
  assert.equal(parsePoints('h8 zz', SIZE).wrong, 'zz');
});

test('swap2 with two more stones', () => {
  let phase = begin('swap2', SIZE);
  const seen = [];
  for (const choice of ['h8', 'i9', 'k11', 'two', 'g7', 'j6', 'white']) {
    seen.push(`${chooser(phase)} ${phase.plan[0].kind}`);
    assert.equal(refusal(phase, choice), null, choice);
    phase = chosen(phase, choice);
  }
  assert.deepEqual(seen, ['first place', 'first place', 'first place', 'second color-or-two', 'second place', 'second place', 'first color']);
  assert.ok(isOver(phase));
  assert.deepEqual(phase.colors, { black: 'second', white: 'first' });
});

test('soosorv-8: areas, the number of fifths, no figure twice', () => {
  const size = SIZE;
  assert.equal(refusal(begin('soosorv-8', size), 'h9')[0], 'opening.center');
  let phase = replay('soosorv-8', size, ['h8']);
  assert.equal(refusal(phase, 'h10')[0], 'opening.inside');
  phase = replay('soosorv-8', size, ['h8', 'h9', 'h10', 'white', 'h7', '2', 'black']);
  assert.equal(phase.plan.length, 3);
  phase = chosen(phase, 'g9');
  assert.equal(refusal(phase, 'i9')[0], 'opening.alike');
  assert.equal(refusal(phase, 'h9')[0], 'refused.occupied');
  phase = chosen(phase, 'j10');
  assert.equal(chooser(phase), phase.colors.white);
  assert.equal(refusal(phase, 'a1')[0], 'opening.notOffered');
  assert.ok(isOver(chosen(phase, 'j10')));
});

test('taraguchi-10 both ways', () => {
  const start = ['h8', 'black', 'h9', 'white', 'h10', 'black', 'h7'];
  assert.equal(replay('taraguchi-10', SIZE, [...start, 'ten']).plan.length, 11);
  const short = replay('taraguchi-10', SIZE, [...start, 'white', 'd8']);
  assert.equal(short.plan[0].kind, 'color');
  assert.ok(isOver(chosen(short, 'black')));
});

test('turning four times and shifting back changes nothing; no stone falls off', () => {
  const tree = sample();
  let turned = tree;
  for (let turn = 0; turn < 4; turn++) turned = transformed(turned, 'turn-left');
  assert.deepEqual(shape(turned), shape(tree));
  assert.deepEqual(shape(transformed(transformed(tree, 'up'), 'down')), shape(tree));
  let shifted = tree;
  let steps = 0;
  for (let next = transformed(shifted, 'left'); next; next = transformed(shifted, 'left')) {
    shifted = next;
    steps += 1;
  }
  assert.equal(steps, 6);
});
