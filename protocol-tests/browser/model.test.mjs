// The parts of the page that need no browser: texts, games, links, openings, trees.

import assert from 'node:assert/strict';
import { test } from 'node:test';

const web = new URL('../../src/boards/browser/web/', import.meta.url);
const load = (path) => import(new URL(path, web));

const { default: english } = await load('text/en.js');
const { gameJson, gameOfJson, fromGameJson, mainLength } = await load('io/game_json.js');
const { boardText, linkIn, LinkError, positionHash, readHash } = await load('io/link.js');
const { givingWay } = await load('app/giving_way.js');
const { mistakeShown, reviewedLine } = await load('app/review.js');
const { ownSide } = await load('app/own_side.js');
const { exercisesOf, hasExercises, isReviewOf, knownOf } = await load('app/exercises.js');
const { recordText, summaryText, taskText, undecidedText, worseText } = await load('text/puzzle_words.js');
const { recordAttempt, recordCounts } = await load('app/puzzle_record.js');
const { dailyStart, isAtEnd, isResting, notAlone, puzzleActions, RACE_MS, raceLeftMs } = await load('app/puzzles.js');
const { createStore } = await load('app/store.js');
const { once } = await load('app/kept.js');
const { isSerious, notesText, readingText } = await load('text/reading_words.js');
const { stonesOf } = await load('app/clock.js');
const { limitsOf } = await load('app/analysis.js');
const { bookMoves } = await load('app/book.js');
const { gameToSave, lineToSave, studied } = await load('app/exchange.js');
const { goTo } = await load('app/navigate.js');
const { packed, rememberOwnName, restored, unpacked } = await load('app/saved.js');
const { annotated, isRich } = await load('model/annotated.js');
const { lostWords, reviewRemark } = await load('text/review_words.js');
const { explanationText, hintText, reasonsText } = await load('text/reason_words.js');
const { layoutOf } = await load('view/layout.js');
const { addMove, newTree, nodeOf, pathTo, ROOT, withComment } = await load('model/tree.js');
const { formFor, LANGUAGES, loadLanguage, t } = await load('text/text.js');
const { bookMoveText, bookSign, lineText, proofText, restText, shortCount } = await load('text/facts.js');
const { faultWords, isAfter, isUnknown, phaseOf, refusal, unknownPhase } = await load('model/opening.js');
const { withChoices, withoutChoice, withPhase } = await load('app/opening.js');
const { decider, initialState, newGame, openingPhase } = await load('app/state.js');
const { parsePoint, pointName } = await load('model/points.js');
const { positionSpec, transformed } = await load('model/position.js');
const { orbitKey, symmetries } = await load('model/symmetry.js');

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

/** A mistake of a review. */
const MISTAKE = {
  node: 0, point: parsePoint('i10', SIZE), color: 'white', number: 2, chance: 0.9, before: 0.5, after: 0.1, verdict: 'blunder', best: ['g7', 'g8'], reply: [], win: null,
  allowed: { kind: 'vcf', plies: 5, line: ['j7', 'j8', 'j9'] }, betterReasons: [{ reason: 'builds', move: 'g7', color: 'white', twos: 2 }], worseReasons: [],
};

test('a review is written into a game once: remarks as comments, better lines as variations', () => {
  const tree = sample();
  const move = { ...MISTAKE, node: 4 };
  const remark = (each) => reviewRemark(each, SIZE);
  const written = annotated(tree, [move, { ...move, node: 2, verdict: '' }, { ...move, node: 99 }], remark);
  assert.equal(nodeOf(written, 4).comment, `${nodeOf(tree, 4).comment}\n\ni10 ?? Blunder.\nWin chance of White: 50% before the move, 10% after it.\nBetter: g7 g8.\n`
    + 'g7 builds two open twos.\nNow Black wins by fours in 3 moves: j7 j8 j9.');
  assert.deepEqual(nodeOf(written, 1).children.map((id) => pointName(nodeOf(written, id).point, SIZE)), ['i9', 'i10', 'g7']);
  assert.deepEqual(shape(annotated(written, [move], remark)), shape(written));
  assert.ok(isRich(tree) && !isRich(addMove(newTree('renju', SIZE), ROOT, parsePoint('h8', SIZE)).tree));
});

test('a stone that is placed adds the increment, a choice or an offer does not', () => {
  const { size } = newTree('renju', SIZE);
  const stones = (isPlacing, before, made) => stonesOf({ chooser: 'first', choices: before, isPlacing },
    { tree: { size }, opening: { rule: 'soosorv-8', choices: [...Array(before).fill('black'), ...made] } });
  assert.equal(stones(true, 0, ['h8', 'h9', 'h10']), 3);
  assert.equal(stones(false, 3, ['white', 'g7', '2']), 1, 'an engine makes all choices of a turn');
  assert.equal(stones(false, 3, ['two', 'k5', 'l5']), 2);
  assert.equal(stones(false, 3, ['ten', 'a1', 'b1']), 0);
  assert.equal(stones(false, 6, ['a1', 'b3']), 0, 'offers');
  assert.equal(stonesOf({ chooser: null, choices: 0, isPlacing: false }, {}), 1);
});

test('that a move is forbidden comes before what it missed', () => {
  const [forbidden] = REASONS;
  const said = reviewRemark({ ...MISTAKE, color: 'black', verdict: 'missed-win', point: parsePoint('h8', SIZE), allowed: null, win: WIN, betterReasons: [], worseReasons: [forbidden] }, SIZE).split('\n');
  assert.match(said[2], /^h8 is forbidden: double three/);
  assert.match(said[3], /^Missed: Black wins by fours and threes/);
  assert.equal(said.length, 4);
});

test('when a game was lost is said where no verdict says it', () => {
  const mate = (chance) => (chance === 0 ? -7 : null);
  const moves = (...chances) => chances.map(([before, after, verdict = 'good', allowed = null], index) => ({
    ...MISTAKE, number: 2 * index + 2, before, after, verdict, allowed, mateBefore: mate(before), mateAfter: mate(after),
  }));
  const said = (...chances) => lostWords({ moves: moves(...chances), isComplete: true }, SIZE);
  assert.deepEqual(said([0.4, 0.2], [0.2, 0.08], [0.08, 0.02], [0.02, 0, 'good', MISTAKE.allowed]), [
    'White stood at 8% after move 5, before any mistake that is marked.', 'From move 9 on: Black wins by fours in 3 moves: j7 j8 j9.',
  ]);
  assert.deepEqual(said([0.13, 0.01, 'inaccuracy'], [0.01, 0]), ['As the search sees it, Black wins from move 5 on, in 4 moves.']);
  assert.deepEqual(said([0.4, 0.02, 'blunder'], [0.02, 0, 'mistake']), []);
  assert.deepEqual(said([0.4, 0.05], [0.05, 0.04], [0.5, 0.5]), []);
  assert.equal(said([0, 0])[0], 'As the search sees it, White is lost from move 2 on, whatever is played: Black wins in 4 moves.');
  assert.match(said([0, 0, 'good', MISTAKE.allowed])[0], /^As the search sees it, White loses with every move from move 2 on\. After i10: Black wins by fours in 3 moves/);
  // A chance that is rounded to nothing is no loss.
  const near = { ...moves([0, 0])[0], mateBefore: null, mateAfter: null };
  assert.deepEqual(lostWords({ moves: [near], isComplete: true }, SIZE), ['White stood at 0% after move 1, before any mistake that is marked.']);
});

/** Every reason that the engine gives, and every hint. */
const WIN = { kind: 'vct', plies: 7, line: ['d6', 'e7'] };
const FOUR_THREE = [{ kind: 'four', next: ['f8'] }, { kind: 'open-three', next: ['j8', 'e8'] }];
const REASONS = [
  { reason: 'forbidden', move: 'h8', color: 'black', kind: 'double-three', parts: [{ stones: ['f7', 'h8'], completed_at: [] }, { stones: ['i9', 'h8'], completed_at: [] }] },
  { reason: 'five', move: 'h8', color: 'black', points: ['h8', 'i8'] },
  { reason: 'makes', move: 'h8', color: 'black', kind: 'four-three', lines: FOUR_THREE },
  { reason: 'builds', move: 'h8', color: 'black', twos: 1, towards: 'upper-left' },
  { reason: 'builds', move: 'h8', color: 'black', twos: 2 },
  { reason: 'prevents', move: 'h8', color: 'white', threats: [{ kind: 'open-four', points: ['g9'] }, { kind: 'double-three', points: ['h8', 'g9', 'f10'] }] },
  { reason: 'prevents-early', move: 'h8', color: 'white', points: ['j9', 'k9'] },
  { reason: 'stops-win', move: 'h8', color: 'white', win: WIN },
  { reason: 'wins', move: 'h8', color: 'black', win: WIN },
  { reason: 'leaves', move: 'h8', color: 'white', kind: 'four-three', points: ['e4'], lines: FOUR_THREE },
  { reason: 'allows', move: 'h8', color: 'white', win: WIN },
  { reason: 'unstoppable', move: 'h8', color: 'white', count: 2 }, { reason: 'unstoppable', move: 'h8', color: 'white', count: 3 }, { reason: 'holds', move: 'h8', color: 'white', proved: true },
  { reason: 'holds', move: 'h8', color: 'white', proved: false }, { reason: 'allows', move: 'h8', color: 'white', proved: true, kind: 'four-three', points: ['e4'], lines: FOUR_THREE }, { reason: 'threatens', move: 'h8', color: 'black', win: WIN },
  // Of these the review has said that a side wins, or only the best line found leads there.
  { reason: 'allows', move: 'h8', color: 'white', proved: false, seen: false, kind: 'four-three', points: ['e4'], lines: FOUR_THREE },
  { reason: 'wins', move: 'h8', color: 'black', proved: true, kind: 'five', points: ['e4'], lines: [{ kind: 'five', next: [] }] },
  { reason: 'allows', move: 'h8', color: 'white', proved: true, kind: 'four', points: ['e4'], lines: FOUR_THREE.slice(0, 1), forbidden_stop: 'f8' },
  { reason: 'prepares', move: 'h8', color: 'black', kind: 'four-three', points: ['e4'] }, { reason: 'keeps-from', move: 'h8', color: 'white', kind: 'open-three', points: ['e4'] },
  // What the search sees, and lines that no one move decides.
  { reason: 'allows', move: 'h8', color: 'white', proved: false, seen: true, kind: 'four-three', points: ['e4'], lines: FOUR_THREE },
  { reason: 'allows', move: 'h8', color: 'white', proved: false, seen: true }, { reason: 'allows', move: 'h8', color: 'white', proved: false, seen: false },
];
const HINTS = [
  { hint: 'wins', color: 'black', kind: 'vcf', plies: 3 }, { hint: 'threatens', color: 'white', kind: 'vct', plies: 7 }, { hint: 'makes', kind: 'four' }, { hint: 'makes' },
  { hint: 'column', column: 'ab' }, { hint: 'begins', point: 'd6' }, { hint: 'defenses', count: 2 }, { hint: 'play', point: 'd6' }, null,
  { hint: 'answered', color: 'white', played: 'h8', point: 'd6' }, { hint: 'prevents', kind: 'open-four' },
];
const EXPLANATION = {
  move: 'h8', text: 'in English', reasons: REASONS.slice(2, 3), line: { move: 'h8', value: 40, win_chance: 0.54, pv: ['h8', 'i9'] },
  runner_up: { line: { move: 'g7', value: -29_993, win_chance: 0, mate: -7, pv: ['g7'] }, loses_to: WIN },
};

/** What the book proves about a move. @param {number | undefined} mate */
const fromBook = (mate) => ({ move: 'h8', text: 'in English', line: { move: 'h8', value: 0, win_chance: 0.5, mate, proved: mate > 0, book: true, pv: ['h8', 'i9'] } });

test('reasons and hints have words, with moves and not plies', () => {
  assert.deepEqual(REASONS.map((reason) => reasonsText([reason])), [
    'h8 is forbidden: double three (f7 h8 and i9 h8).', 'h8 makes five and wins.', 'h8 makes a four-three: five at f8 and an open four at j8 or e8.',
    'h8 builds an open two, towards the upper left.', 'h8 builds two open twos.', 'h8 takes threats from White: open four at g9 and double three at h8, g9, or f10.',
    'h8 stops a three of White before it is made: j9 or k9.', 'Without h8: White wins by fours and threes in 4 moves: d6 e7.',
    'Black wins by fours and threes in 4 moves: d6 e7. Proved against every reply.', 'h8 leaves e4, where White makes a four-three: five at f8 and an open four at j8 or e8.',
    'After h8: White wins by fours and threes in 4 moves: d6 e7.', 'White cannot stop both.', 'White cannot stop all of them.', 'After h8 White has no win by fours and threes.', 'After h8 no win of White by fours and threes was found.',
    'The deciding move is e4: White makes a four-three (five at f8 and an open four at j8 or e8).', 'h8 threatens to win: Black wins by fours and threes in 4 moves: d6 e7.',
    'In the best line found the deciding move is e4: White makes a four-three (five at f8 and an open four at j8 or e8).', 'The deciding move is e4: Black makes five.',
    'The deciding move is e4: White makes a four (five at f8). f8 is forbidden for Black.',
    'h8 prepares a four-three at e4.', 'h8 keeps White from an open three at e4.',
    'The search sees a win, which is not proved. The deciding move is e4: White makes a four-three (five at f8 and an open four at j8 or e8).',
    'After h8 the search sees a win of White, which is not proved.', 'After h8 the best line found leads to a win of White.']);
  assert.deepEqual(HINTS.map(hintText), ['Black wins by fours in 2 moves.', 'White threatens to win by fours and threes in 4 moves.', 'The move to find makes a four.',
    'The move to find makes neither a four nor a three.', 'The move to find is in column ab.', 'The threat begins at d6.', 'Moves that stop the threat: 2', 'Play d6.', 'There is no hint for this position.', 'After h8 White plays d6.', 'The move to find prevents an open four.']);
  assert.equal(explanationText(EXPLANATION, 'black'), 'h8 makes a four-three: five at f8 and an open four at j8 or e8. The search says of h8: win chance 54% (h8 i9). '
    + 'The best other move is g7: loses in 4 moves (g7). After g7: White wins by fours and threes in 4 moves: d6 e7.');
  // A line that no one move decides says nothing more.
  assert.equal(reasonsText([{ reason: 'allows', move: 'h8', color: 'white', proved: true, steps: [{ move: 'e4' }] }]), '');
  assert.equal(explanationText({ text: 'The game is over.' }, 'black'), 'The game is over.');
  assert.deepEqual([9, -8, undefined].map((mate) => explanationText(fromBook(mate), 'black')),
    ['From the book, proved: h8 wins in 5 moves (h8 i9).', 'From the book, proved: h8 loses in 4 moves (h8 i9).', 'From the book, proved: h8 draws (h8 i9).']);
});

for (const code of ['zh', 'ja', 'ko', 'ru', 'de', 'cs']) {
  test(`no reason and no hint is English in ${code}`, async () => {
    globalThis.document ??= { documentElement: {} };
    await loadLanguage(code);
    try {
      for (const said of [...REASONS.map((reason) => reasonsText([reason])), ...HINTS.map(hintText), explanationText(EXPLANATION, 'black'), ...[9, -8, undefined].map((mate) => explanationText(fromBook(mate), 'black'))]) {
        assert.doesNotMatch(said, /[{}]|undefined|\b(the|and|or|of|makes|moves?|plies|ply|after|in English|why\.|hint\.|side\.|shape\.)\b/i);
      }
    } finally {
      await loadLanguage('en');
    }
  });
}

test('what the engine says against a choice of an opening is said in words', () => {
  const said = (fault) => t(...faultWords(fault, 'h8'));
  assert.equal(said({ reason: 'forbidden' }), 'h8 is forbidden for Black.');
  assert.equal(said({ reason: 'area', inside: 5 }), 'The stone belongs in the central 5×5 square.');
  assert.equal(said({ reason: 'area', inside: 1 }), 'The first stone belongs in the center.');
  const reasons = ['size', 'text', 'over', 'kind', 'off-board', 'occupied', 'forbidden', 'area', 'count', 'offered', 'alike', 'not-offered'];
  for (const reason of reasons) assert.doesNotMatch(said({ reason }), /opening\.|[{}]/, reason);
});

test('a mistake is shown as long as its better line is on the board', () => {
  let tree = newTree('freestyle', SIZE);
  const play = (from, name) => {
    const added = addMove(tree, from, parsePoint(name, SIZE));
    tree = added.tree;
    return added.id;
  };
  const first = play(ROOT, 'h8');
  const wrong = play(first, 'a1');
  const better = play(first, 'i9');
  const further = play(better, 'i10');
  const other = play(further, 'k1');
  const move = { ...MISTAKE, node: wrong, best: ['i9', 'i10', 'g7'] };
  const at = (node) => mistakeShown({ review: { moves: [move] }, game: { tree, at: node } });
  assert.deepEqual([wrong, better, further, other, first].map((node) => at(node) === move), [true, true, true, false, false]);
});

test('a threat of the side that is not to move is told as one', () => {
  const win = { result: 'win', kind: 'vcf', plies: 5, line: ['a1'] };
  assert.equal(proofText('threat', win, 'black'), 'White threatens to win by fours in 3 moves. Proved, if Black does nothing about it.');
  assert.equal(proofText('threat', { ...win, plies: 1 }, 'black'), 'White threatens five at a1.');
  assert.equal(proofText('threat', { result: 'none' }, 'black'), 'White threatens no forced win.');
});

test('a win is called proved only if no move stops it', () => {
  const found = { result: 'win', kind: 'vcf', plies: 5, line: ['a1'], moves: [], unknown: [] };
  const told = (more) => proofText('defend', { ...found, ...more }, 'black');
  const threat = 'White threatens to win by fours in 3 moves. Proved, if Black does nothing about it.';
  assert.equal(told({ moves: [{ move: 'b1' }] }), `${threat} Moves that stop this win: 1`);
  assert.equal(told({ unknown: ['b1'] }), `${threat} No move is known to stop it, but some are undecided.`);
  assert.equal(told({}), 'White wins by fours in 3 moves at most. Proved. No move stops it.');
});

test('a long line is cut, and says how it goes on', () => {
  const line = Array.from({ length: 43 }, (_, index) => `a${index + 1}`);
  assert.equal(lineText(line), 'a1 a2 a3 a4 a5 a6 a7 a8 a9 …');
  assert.equal(restText({ line, plies: 43 }, 'white'), 'And so on: White wins in 22 moves.');
  assert.equal(restText({ line: line.slice(0, 9), plies: 9 }, 'white'), '');
  // Of a threat nobody says that it wins.
  assert.equal(restText({ line, plies: 43 }, 'white', true), 'And so on: 22 moves of White in all.');
});

test('what was solved alone, with hints, or shown is told apart, also in what was stored before', () => {
  const stored = new Map();
  globalThis.localStorage = { getItem: (key) => stored.get(key) ?? null, setItem: (key, text) => stored.set(key, text) };
  // As it was stored without outcomes; and names as they were before.
  localStorage.setItem('tengen.puzzles', JSON.stringify({ attempts: { a: { isSolved: true, isClean: false, tries: 2 }, b: { isSolved: false, isClean: false, tries: 1 }, d: { isSolved: true, isClean: true, tries: 1 }, 'freestyle 15 h8': { isSolved: true, isClean: true, tries: 1 } }, best: 4 }));
  assert.deepEqual(recordCounts(), { tried: 3, solved: 1, hints: 1, shown: 0, missed: 1, best: 4 });
  recordAttempt('b', 'shown');
  recordAttempt('c', 'hints');
  assert.deepEqual(recordCounts(), { tried: 4, solved: 1, hints: 2, shown: 1, missed: 0, best: 4 });
  // The best attempt counts.
  recordAttempt('a', 'shown');
  recordAttempt('c', 'solved');
  assert.equal(recordText(recordCounts()), 'Tried so far: 4. Solved without help: 2. Solved with hints: 1. Solution shown: 1.');
  const run = { list: ['a', 'b', 'c', 'e'].map((id) => ({ id })), outcomes: new Map([[0, 'solved'], [1, 'shown'], [2, 'hints']]) };
  assert.equal(summaryText(run), 'That was the last puzzle. Solved without help: 1. Solved with hints: 1. Solution shown: 1. Not solved: 1.');
  assert.deepEqual(notAlone(run).map(({ id }) => id), ['b', 'c', 'e']);
  // The set of a day goes on where something is left; what was solved before counts. Once all are solved, it begins again.
  const set = ['d', 'e', 'c'].map((id) => ({ id }));
  assert.deepEqual(dailyStart(set), { index: 1, outcomes: new Map([[0, 'solved']]) });
  recordAttempt('e', 'hints');
  const again = { list: set, source: 'daily', stage: 'done', ...dailyStart(set) };
  assert.deepEqual([again.index, isAtEnd(again), summaryText(again)], [0, false, 'That was the last puzzle. Solved without help: 2. Solved with hints: 1.']);
  assert.deepEqual(notAlone(again).map(({ id }) => id), ['e']);
  delete globalThis.localStorage;
});

test('an undecided move is called so, not wrong', () => {
  assert.equal(undecidedText({ move: 'h8', nodes: 3_840_000 }), 'h8 is undecided: not refuted within 3,840,000 nodes. It counts as solved.');
  assert.equal(undecidedText({ move: 'h8', reply: 'h9', nodes: 100_000 }), 'h8 is undecided: after h9 no win was found within 100,000 nodes.');
});

/** The actions of puzzles with an engine that answers as `answer` says, with one puzzle of a win on the board. */
async function solving(source, answer) {
  const position = { rule: 'freestyle', size: 15, black: ['h8', 'i8', 'j8'], white: ['a1', 'c1', 'e1'], to_move: 'black' };
  const puzzles = ['1', '2'].map((id) => ({ puzzle: id, goal: 'win', kind: 'vcf', position }));
  const engine = { send: (message) => ({ done: message.action === 'daily' ? Promise.resolve({ puzzles }) : answer(message), cancel() {}, stop() {} }) };
  const store = createStore(initialState());
  const actions = puzzleActions(store, engine, { hold() {} }, () => {}, {});
  await actions[source]();
  return { actions, run: () => store.get().puzzles, preview: () => store.get().preview };
}

test('an undecided move leaves a win to be found; in a race the next puzzle follows', async () => {
  globalThis.requestAnimationFrame ??= () => 0;
  const undecided = () => Promise.resolve({ verdict: 'undecided', reply: 'h9', nodes: 100_000 });
  for (const [source, stage, outcomes] of [['daily', 'open', []], ['race', 'done', [[0, 'missed']]]]) {
    const { actions, run, preview } = await solving(source, undecided);
    actions.play(parsePoint('o15', SIZE));
    await settled();
    assert.equal(run().message.kind, 'info');
    assert.match(run().message.text, /^o15 is undecided: after h9 /);
    assert.match(run().message.text, source === 'race' ? /\. The clock rests until you go on to the next puzzle\.$/ : /\. Try another move\.$/);
    assert.deepEqual([run().stage, [...run().outcomes]], [stage, outcomes], source);
    assert.deepEqual(preview().points.map((point) => pointName(point, SIZE)), ['o15', 'h9']);
    actions.end();
  }
});

test('a wrong move says what follows: another try, in a race the next puzzle', async () => {
  globalThis.requestAnimationFrame ??= () => 0;
  const held = () => Promise.resolve({ verdict: 'held', reply: 'h9' });
  const loses = () => Promise.resolve({ verdict: 'loses', win: { kind: 'vcf', plies: 15, line: 'abcdefgh'.split('').map((column) => `${column}9`) } });
  for (const [source, next] of [['daily', 'Try another move.'], ['race', 'The clock rests until you go on to the next puzzle.']]) {
    for (const [answer, why] of [[held, 'o15 is not enough: h9 holds.'], [loses, 'After o15: White wins by fours in 8 moves: a9 b9 c9 d9 e9 f9 g9 …']]) {
      const { actions, run } = await solving(source, answer);
      actions.play(parsePoint('o15', SIZE));
      await settled();
      assert.deepEqual(run().message, { kind: 'bad', text: `${why} ${next}` });
      actions.end();
    }
  }
});

test('the clock of a race rests while a wrong move is explained, until a press goes on', async (run) => {
  globalThis.requestAnimationFrame ??= () => 0;
  run.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  const { actions, run: race, preview } = await solving('race', () => Promise.resolve({ verdict: 'held', reply: 'h9' }));
  run.mock.timers.tick(10_000);
  const wrong = async () => {
    actions.play(parsePoint('o15', SIZE));
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  };
  await wrong();
  assert.deepEqual([race().stage, race().index, isResting(race()), raceLeftMs(race())], ['done', 0, true, RACE_MS - 10_000]);
  run.mock.timers.tick(RACE_MS);
  assert.deepEqual([race().stage, race().index, raceLeftMs(race()), preview().points.length], ['done', 0, RACE_MS - 10_000, 2]);
  // A press on the board, or the button.
  actions.play(parsePoint('a1', SIZE));
  assert.deepEqual([race().stage, race().index, isResting(race()), preview()], ['open', 1, false, null]);
  run.mock.timers.tick(1000);
  assert.equal(raceLeftMs(race()), RACE_MS - 11_000);
  await wrong();
  // After the last puzzle none is promised.
  assert.doesNotMatch(race().message.text, /next puzzle/);
  actions.next();
  assert.deepEqual([race().stage, isResting(race()), race().solved], ['over', false, 0]);
  assert.match(race().message.text, /^That was the last puzzle, in time\./);
  actions.end();
  await actions.race();
  run.mock.timers.tick(RACE_MS);
  assert.match(race().message.text, /^Time is up\./);
  actions.end();
});

test('a solution counts as shown only once it is', async () => {
  globalThis.requestAnimationFrame ??= () => 0;
  const { actions, run } = await solving('daily', () => Promise.reject(new Error('lost')));
  actions.solution();
  await settled();
  assert.deepEqual([run().stage, run().isShown, run().outcomes.size], ['open', false, 0]);
  actions.end();
  const line = Array.from({ length: 11 }, (_, index) => pointName({ x: index, y: 0 }, SIZE));
  const shown = await solving('daily', () => Promise.resolve({ result: 'win', line, plies: 11 }));
  shown.actions.solution();
  await settled();
  assert.deepEqual([...shown.run().outcomes], [[0, 'shown']]);
  assert.equal(shown.preview().points.length, 9);
  assert.match(shown.run().message.text, /And so on: Black wins in 6 moves\./);
  shown.actions.end();
});

test('a kept game is there once, with its review; another end makes it another game', () => {
  const saved = (winner, review) => {
    const { tree, id } = addMove(newTree('freestyle', SIZE), ROOT, { x: 7, y: 7 });
    const game = { ...newGame({ rule: 'freestyle', size: SIZE, seats: { black: 'person', white: 'person' }, level: 1, clock: { turnMs: null, gameMs: null, incrementMs: 0 }, opening: 'free' }), tree };
    return packed({ ...game, result: winner && { node: id, winner, reason: 'resigned' } }, { chances: new Map(), review });
  };
  const review = { effort: 'quick', isRunning: false, isComplete: true, done: 1, total: 1, moves: [] };
  const kept = once([saved(null, null), saved('black', null), saved(null, review), saved('black', null)]);
  assert.deepEqual(kept.map(({ ending, study }) => [ending?.winner, study.review?.effort]), [[undefined, 'quick'], ['black', undefined]]);
});

test('kept games survive damaged ones among them, which count as games of their own and come last', () => {
  const game = packed(newGame({ rule: 'freestyle', size: SIZE, seats: { black: 'person', white: 'person' }, level: 1, clock: {}, opening: 'free' }));
  const damaged = [null, {}, { version: 1 }, { ...game, game: { rule: 'freestyle', size: 15, moves: [{ move: 'z99' }] } }, 'text'];
  const kept = once([...damaged, game, game, null]);
  assert.deepEqual(kept, [game, ...damaged]);
});

test('whose mistakes are practised is known from the seats, the answer, or the names', () => {
  const mine = new Map();
  globalThis.window = /** @type {any} */ ({ localStorage: { getItem: (key) => mine.get(key) ?? null, setItem: (key, value) => mine.set(key, value), removeItem() {} } });
  const side = (black, white, names = {}, own = null) => ownSide({ own, seats: { black, white }, names: { black: '', white: '', date: '', ...names } });
  assert.equal(side('engine', 'person'), 'white');
  assert.equal(side('engine', 'engine'), 'all');
  assert.equal(side('person', 'person'), null);
  assert.equal(side('person', 'person', {}, 'white'), 'white');
  assert.equal(side('person', 'person', { black: 'Tengen', white: 'Ann' }), 'white');
  assert.equal(side('person', 'person', { black: 'Tengen', white: 'Tengen' }), null);
  assert.equal(side('person', 'person', { black: 'Ann', white: 'Bo' }), null);
  rememberOwnName('Bo');
  rememberOwnName('Eve');
  assert.equal(side('person', 'person', { black: 'Ann', white: 'Bo' }), 'white');
  assert.equal(side('person', 'person', { black: 'Eve', white: 'Bo' }), null, 'both are names of the person');
  delete globalThis.window;
});

test('a review knows its line, also when variations were added or its end was removed', () => {
  let { tree, id } = addMove(newTree('freestyle', SIZE), ROOT, parsePoint('h8', SIZE));
  const first = id;
  ({ tree, id } = addMove(tree, first, parsePoint('i9', SIZE)));
  const ids = (review, of) => reviewedLine(review, of).map((node) => node.id);
  const review = { end: id, moves: [] };
  const more = addMove(tree, first, parsePoint('j9', SIZE)).tree;
  assert.deepEqual(ids(review, more), [first, id]);
  assert.deepEqual(ids({ end: 99, moves: [{ node: first, number: 1 }] }, more), [first]);
  assert.deepEqual(ids({ end: -1, moves: [] }, more), []);
});

test('in an opening it is the turn of the one who chooses, and time and name go with the player to the other color', () => {
  const game = newGame({ rule: 'freestyle', size: SIZE, seats: { black: 'person', white: 'person' }, level: 3, clock: { turnMs: null, gameMs: 60_000, incrementMs: 0 }, opening: 'swap2' });
  const used = { ...game, leftMs: { black: 50_000, white: 58_000 } };
  const placed = withPhase(withChoices(used, ['h8', 'i9', 'k11']), phaseOf(answer({ choices: ['h8', 'i9', 'k11'], chooser: 'second', step: 'color-or-two', stones: ['h8', 'i9', 'k11'] }), SIZE));
  assert.equal(decider(placed), 'white', 'the second player chooses, though white is to move next in any case');
  assert.deepEqual(placed.leftMs, used.leftMs);
  const taken = withPhase(placed, phaseOf(answer({ choices: ['h8', 'i9', 'k11', 'black'], chooser: undefined, step: undefined, over: true, stones: ['h8', 'i9', 'k11'], colors: { black: 'second', white: 'first' } }), SIZE));
  assert.deepEqual(taken.leftMs, { black: 58_000, white: 50_000 });
  assert.equal(decider(taken), 'white');
  // Taken back, the colors are as before, and so is the time; a name that was given goes along.
  const named = { ...taken, names: { black: 'Bob', white: 'Anna', date: '' } };
  const back = withPhase(withoutChoice(named), phaseOf(answer({ choices: ['h8', 'i9', 'k11'], chooser: 'second', step: 'color-or-two', stones: ['h8', 'i9', 'k11'] }), SIZE));
  assert.deepEqual(back.leftMs, used.leftMs);
  assert.deepEqual(back.names, { black: 'Anna', white: 'Bob', date: '' });
});

test('a text that is no game is refused in words, by its line', () => {
  const told = (fault, message = 'txt: line 1: English') => readingText({ format: 'txt', line: 1, ...fault }, message);
  assert.equal(told({ reason: 'point', seen: 'Dear' }), '“Dear” is not a point of the board. A game is written as h8 i9 g7, for example.');
  assert.equal(told({ reason: 'occupied', seen: 'h8', line: 2 }), 'Line 2: The point h8 is occupied.');
  assert.equal(told({ reason: 'file', format: 'sgf' }, 'sgf: line 1, column 3: odd'), 'The file cannot be read as sgf: line 1, column 3: odd');
});

test('the notes of a reader are told in words, the most serious first', () => {
  const fault = { reason: 'cut', format: 'psq', line: 4, seen: '9,' };
  const said = notesText([
    { note: 'go', text: 'x', rule: 'renju' }, { note: 'cut', text: 'x', game: 2, fault }, { note: 'skipped', text: 'x', game: 3, fault: { reason: 'occupied', format: 'txt', line: 1, seen: 'h8' } },
    { note: 'skipped', text: 'row 7 is skipped' }, { note: 'other', text: 'guessed' }, { note: 'ignored', text: 'x', words: ['nice', '!?'], more: 1 }, { note: 'assumed', text: 'x', board: [15, 15], rule: 'renju' },
  ]);
  assert.deepEqual(said, [
    'The file has GM[1], the number of Go. It is read as five in a row: Renju.', 'Of game 2 only the beginning is read. Line 4: The text breaks off at “9,”.', 'Game 3 is left out. The point h8 is occupied.',
    'About the file: row 7 is skipped; guessed.', 'Left out, as they are no moves: nice !? ….', 'Board: 15×15; the text names none.',
  ]);
  assert.deepEqual(notesText([]), []);
  // What has no words here is said once, by the engine.
  const odd = { note: 'skipped', text: 'line 3: odd; game 2 is skipped', game: 2, fault: { reason: 'file', format: 'rif' } };
  assert.deepEqual(notesText([odd]), ['line 3: odd; game 2 is skipped']);
});

/** Every note about what a reader guessed or left out, with all that belongs to it. */
const NOTES = [
  { note: 'marked', seen: 'UTF-16LE' }, { note: 'guessed', seen: 'GBK' }, { note: 'tail', count: 2 }, { note: 'properties', count: 2, words: ['EV', 'SO'] }, { note: 'small-letters' },
  { note: 'date-cut', seen: '2026-11-02 10:00' }, { note: 'opening-name', seen: 'swap2' }, { note: 'other-result', seen: 'B+5', color: 'white' }, { note: 'other-result', seen: 'B+', color: 'draw' },
  { note: 'to-move', stones: [3, 4], color: 'black' }, { note: 'beyond', board: [20, 20] }, { note: 'lib-occupied', count: 3 }, { note: 'lib-after-text', count: 3 }, { note: 'lib-remarks', count: 3 },
  { note: 'lib-zeros', count: 9 }, { note: 'rows', count: 4 }, { note: 'games', count: 50 },
].map((note) => ({ text: 'English', ...note }));

test('what a reader guessed or left out is told in every language', async () => {
  const said = NOTES.map((note) => notesText([note])[0]);
  assert.deepEqual(said.slice(0, 4), [
    'The text is UTF-16LE, as its first bytes say.', 'The code page is guessed: GBK.', 'End marks of old programs after the text are left out.', 'Left out, as they have no place here: EV, SO.',
  ]);
  assert.equal(said[9], 'Stones: 3 black, 4 white. Black is taken to be next.');
  assert.deepEqual([said[7], said[8]].map((text) => text.split('although the board says: ')[1]), ['White wins.', 'Draw.']);
  for (const code of Object.keys(LANGUAGES)) {
    const { default: table } = await load(`text/${code}.js`);
    for (const { note } of NOTES) assert.ok(table[`note.${note}`], `${note} in ${code}`);
    for (const key of ['read.damaged-here', 'read.late-head', 'file.opening']) assert.ok(table[key], `${key} in ${code}`);
  }
  for (const text of said) assert.doesNotMatch(text, /English|\{/);
  // What is left out around a game is no warning.
  assert.deepEqual(NOTES.filter(isSerious).map(({ note }) => note), ['guessed', 'other-result', 'other-result', 'to-move', 'beyond', 'lib-occupied', 'lib-after-text', 'lib-remarks', 'rows', 'games']);
});

test('an answer to a move is said with that move', () => {
  assert.match(reviewRemark({ ...MISTAKE, allowed: null, reply: ['j7', 'j8'] }, SIZE), /After i10 Black answers j7 j8\./);
  // A reason that says nothing leaves no empty line, which would end the remark.
  assert.doesNotMatch(reviewRemark({ ...MISTAKE, betterReasons: [{ reason: 'wins', move: 'h8', color: 'black', path: [] }] }, SIZE), /\n\n|\n$/);
});

test('a name that only says the color is none, but for names of other languages', async () => {
  const file = (black, white) => studied({ tree: newTree('renju', SIZE), names: { black, white, date: '' }, ending: null }, 3).names;
  assert.deepEqual([file('black', 'white').black, file('black', 'white').white], ['', '']);
  assert.deepEqual([file('Black', 'White').black, file('Black', 'White').white], ['Black', 'White'], 'surnames');
  assert.deepEqual([file('white', 'Ann').black, file('white', 'Ann').white], ['white', 'Ann']);
  await loadLanguage('cs');
  assert.deepEqual(file('Černý', 'Bílý'), { black: 'Černý', white: 'Bílý', date: '' });
  await loadLanguage('en');
});

test('two columns of panels lie beside the board where they leave it its height', () => {
  const at = (width, height, ratio = 1) => layoutOf({ width, height }, ratio);
  for (const [width, height] of [[1440, 900], [1366, 768], [1280, 720], [1920, 1080], [2560, 1440]]) assert.equal(at(width, height), 'wide', `${width}×${height}`);
  assert.deepEqual([at(1280, 1024), at(1024, 768), at(800, 1200), at(390, 844), at(844, 390)], ['beside', 'beside', 'upright', 'phone', 'beside']);
  assert.equal(at(1440, 900, 2), 'beside', 'a board that is wider than high');
});

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
      // Sentences are joined: what is one in English ends as one.
      if (english[key].endsWith('.')) assert.match(text, /[.?!…。？！]$/, key);
      // A word for a number belongs to a number of the text.
      for (const [, name] of text.matchAll(/\{(\w+):/g)) assert.ok(text.includes(`{${name}}`), key);
    }
  });
}

test('a word has the form that goes with its number', () => {
  assert.equal(t('line.win', { n: 1 }), 'wins in 1 move');
  assert.equal(t('line.provedWin', { n: 9 }), 'proved: wins in at most 9 moves');
  const forms = (code, text) => [1, 3, 5, 21, 25].map((count) => formFor(code, count, text.split('|')));
  assert.deepEqual(forms('ru', 'полуход|полухода|полуходов'), ['полуход', 'полухода', 'полуходов', 'полуход', 'полуходов']);
  assert.deepEqual(forms('ru', 'полухода|полуходов'), ['полухода', 'полуходов', 'полуходов', 'полухода', 'полуходов']);
  assert.deepEqual(forms('cs', 'půltah|půltahy|půltahů'), ['půltah', 'půltahy', 'půltahů', 'půltahů', 'půltahů']);
  assert.deepEqual(forms('de', 'Halbzug|Halbzüge'), ['Halbzug', 'Halbzüge', 'Halbzüge', 'Halbzüge', 'Halbzüge']);
});

const NAMES = { black: 'Ann', white: 'Bo', date: '2026-11-24 10:00:00' };

test('a game as JSON of the API and back', () => {
  const tree = sample();
  const ending = { winner: 'white', reason: 'timeout' };
  const json = gameJson({ tree, names: { ...NAMES, opening: 'swap2', openingStones: 3, note: 'late' }, ending });
  assert.deepEqual(json.moves.map(({ move, after }) => [move, after]), [['h8', undefined], ['i9', undefined], ['g9', undefined], ['i10', 1], ['j8', undefined]]);
  assert.equal(json.reason, 'timeout');
  assert.equal(mainLength(json), 3);
  const again = fromGameJson(json);
  assert.deepEqual(shape(again.tree), shape(tree));
  assert.deepEqual(again.ending, ending);
  assert.deepEqual(again.names, { ...NAMES, opening: 'swap2', openingStones: 3, note: 'late' });
});

test('moves out of turn and reports of players come back', () => {
  const game = { rule: 'freestyle', width: 9, height: 9, moves: [{ move: 'e5', value: 12, depth: 3, nodes: 400 }, { move: 'd6', color: 'black' }, { move: 'd5' }], comment: 'the start' };
  const { tree, names } = fromGameJson(game);
  assert.equal(nodeOf(tree, 2).color, 'black');
  assert.equal(nodeOf(tree, 3).color, 'white');
  assert.deepEqual(gameJson({ tree, names, ending: null }), game);
  // Such a position has stones without an order.
  assert.deepEqual(positionSpec(tree, 2), { rule: 'freestyle', width: 9, height: 9, black: ['e5', 'd6'], white: [], to_move: 'white' });
  assert.equal(positionHash(tree, 2), '#freestyle/9x9/black=e5,d6&to-move=white/');
});

for (const [date, sent] of [['2026-11-24 10:00:00', '2026-11-24 10:00:00'], ['2026-11-24', '2026-11-24 00:00:00'], ['c. 1999', undefined], ['', undefined]]) {
  test(`a date as the library takes it: ${JSON.stringify(date)}`, () => {
    assert.equal(gameJson({ tree: sample(), names: { ...NAMES, date }, ending: null }).date, sent);
  });
}

test('a file of a foreign ending keeps it; what the board shows is not repeated', () => {
  const game = (result, reason) => fromGameJson({ rule: 'renju', width: 9, height: 9, moves: [{ move: 'e5' }], result, reason });
  assert.deepEqual(game('white', 'forbidden (overline)').ending, { winner: 'white', reason: 'forbidden (overline)' });
  assert.deepEqual(game('black', 'adjudicated').ending, { winner: 'black', reason: 'adjudicated' });
  assert.deepEqual(game('draw', 'draw (few-empty)').ending, { winner: 'draw', reason: 'draw (few-empty)' });
  for (const [result, reason] of [['black', 'five'], ['draw', 'draw (full-board)'], ['unfinished', undefined]]) assert.equal(game(result, reason).ending, null);
});

test('the game stays the main line of a file, whatever is on the board', () => {
  const tree = sample();
  const game = studied({ tree, names: { black: 'person', white: 'tengen', date: '' }, ending: { winner: 'black', reason: 'resigned' } }, 3);
  assert.deepEqual([game.names.black, game.names.white, game.result.node], ['', 'Tengen', 3]);
  assert.deepEqual(gameToSave(game).moves.slice(0, 3).map(({ move }) => move), ['h8', 'i9', 'g9']);
  assert.deepEqual([gameToSave(game).result, gameToSave(game).black, gameToSave(game).white], ['black', 'person', 'tengen']);
  // A variation on the board does not become the game; a format of one line holds it, also when it was stepped back.
  const variation = goTo(goTo(game, 5), 4);
  assert.deepEqual(gameToSave(variation).moves.slice(0, 3).map(({ move }) => move), ['h8', 'i9', 'g9']);
  assert.equal(gameToSave(variation).result, 'black');
  const saved = lineToSave(variation);
  assert.deepEqual(saved.moves.slice(0, 3).map(({ move }) => move), ['h8', 'i10', 'j8']);
  assert.equal(mainLength(saved), 3);
  assert.equal(saved.result, undefined);
  // A line that was resigned is the game.
  assert.deepEqual(gameToSave({ ...variation, result: { node: 5, winner: 'white', reason: 'resigned' } }).moves.slice(0, 3).map(({ move }) => move), ['h8', 'i10', 'j8']);
});

test('a stored game comes back with its place, its line and its ending', () => {
  const tree = sample();
  const blank = studied({ tree, names: NAMES, ending: null }, 7);
  assert.equal(blank.level, 7, 'the level of the next game stays');
  const game = { ...goTo(goTo(blank, 5), 4), result: { node: 3, winner: 'white', reason: 'resigned' }, isPaused: true };
  const again = unpacked(JSON.parse(JSON.stringify(packed(game))));
  const name = (of, id) => pathTo(of.tree, id).map(({ point }) => pointName(point, SIZE)).join('');
  assert.equal(name(again, again.at), 'h8i10');
  assert.deepEqual([...again.preferred].map((id) => name(again, id)).sort(), ['h8', 'h8i10', 'h8i10j8']);
  assert.equal(name(again, again.result.node), 'h8i9g9');
  assert.ok(again.isPaused);
  assert.deepEqual(again.names, NAMES);
  assert.deepEqual(shape(again.tree), shape(tree));
  // The curve and the review come back, too; what ran has stopped.
  const review = { effort: 'quick', isRunning: true, isComplete: false, done: 2, total: 3, moves: [{ ...MISTAKE, node: 4 }] };
  const kept = restored(JSON.parse(JSON.stringify(packed(game, { chances: new Map([[0, 0.5], [4, 0.25]]), review }))));
  const of = (id) => name(kept.game, id);
  assert.deepEqual([...kept.chances].map(([id, chance]) => [of(id), chance]), [['', 0.5], ['h8i10', 0.25]]);
  assert.deepEqual([kept.review.isRunning, kept.review.isComplete, of(kept.review.moves[0].node)], [false, false, 'h8i10']);
  for (const wrong of [null, {}, { sgf: '(;SZ[15])' }, { version: 1, game: { rule: 'renju', size: 15, moves: [{ move: 'zz' }] } }]) assert.equal(unpacked(wrong), null);
});

test('pasted objects become games that the API checks', () => {
  assert.deepEqual(gameOfJson({ size: 15, moves: ['h8', [8, 6]] }, 'renju'), { rule: 'renju', size: 15, moves: [{ move: 'h8' }, { move: [8, 6] }] });
  assert.deepEqual(gameOfJson({ rule: 'caro', size: 9, black: ['e5'], white: ['a1'], blocked: ['b2'], to_move: 'black' }, 'renju'),
    { rule: 'caro', size: 9, moves: [], setup: { black: ['e5'], white: ['a1'], blocked: ['b2'], to_move: 'black' } });
  assert.equal(gameOfJson({ size: 9, black: ['e5'], white: [] }, 'renju').setup.to_move, 'white');
  assert.deepEqual(gameOfJson({ size: 9, moves: ['e5'], to_move: 'black' }, 'renju').setup, { black: ['e5'], white: [], blocked: [], to_move: 'black' });
  const game = { rule: 'standard', size: 9, moves: [{ move: 'e5' }], black: 'Ann' };
  assert.deepEqual(gameOfJson(game, 'renju'), game);
  for (const other of [[], 5, null, 'h8']) assert.equal(gameOfJson(other, 'renju'), null);
});

test('a link holds moves, and stones that were set up', () => {
  const tree = sample();
  const line = readHash(positionHash(tree, 3));
  assert.deepEqual(pathTo(line.tree, line.at).map(({ point }) => pointName(point, SIZE)), ['h8', 'i9', 'g9']);
  const setup = { black: [{ x: 1, y: 2 }], white: [{ x: 3, y: 4 }], blocked: [{ x: 0, y: 0 }], toMove: 'white' };
  const again = readHash(positionHash(newTree('caro', { width: 9, height: 12 }, setup), ROOT));
  assert.deepEqual(again.tree.setup, setup);
  assert.deepEqual(again.tree.size, { width: 9, height: 12 });
  assert.equal(readHash('#renju/15x15').tree.nodes.size, 1);
  for (const hash of ['', '#']) assert.equal(readHash(hash), null, hash);
});

for (const [hash, key] of [['#go/15x15/h8', 'link.rule'], ['#renju/99x99/h8', 'file.size'], ['#renju', 'file.size'], ['#renju/15x4/', 'file.size'],
  ['#renju/15x15/h8i9q99', 'file.point'], ['#renju/15x15/h8h8', 'refused.occupied'], ['#renju/15x15/black=h8&white=h8/', 'refused.occupied'], ['#%', 'link.rule']]) {
  test(`a wrong link is named: ${hash}`, () => {
    assert.throws(() => readHash(hash), (error) => error instanceof LinkError && error.key === key);
  });
}

test('a pasted link is recognized', () => {
  assert.equal(linkIn('http://127.0.0.1:8080/abc/#renju/15x15/h8i9'), '#renju/15x15/h8i9');
  assert.equal(linkIn('#renju/15x15/black=h8&white=i9&to-move=black/'), '#renju/15x15/black=h8&white=i9&to-move=black/');
  for (const text of ['h8 i9', '(;SZ[9])', '# a remark/with a slash', 'http://127.0.0.1/']) assert.equal(linkIn(text), null, text);
});

test('the board as text shows stones and blocked points', () => {
  const stones = new Map([[0, { color: 'black' }], [257, { color: 'white' }]]);
  assert.equal(boardText({ width: 3, height: 2 }, stones, [{ x: 2, y: 0 }]), ' 2 X . #\n 1 . O .\n   a b c');
});

test('points and their names', () => {
  const size = { width: 22, height: 10 };
  for (const name of ['a1', 'v10', 'k5']) assert.equal(pointName(parsePoint(name, size), size), name);
  for (const name of ['w1', 'a11', 'a0', '8h', '']) assert.equal(parsePoint(name, size), null, name);
});

test('a pass is a move of the link and the game', () => {
  for (const wrong of ['#renju/15x15/h8zz', '#renju/15x15/h8,i9', '#renju/15x15/black=h8--&to-move=white/']) {
    assert.throws(() => readHash(wrong), { message: 'file.point' }, wrong);
  }
  const { tree, at } = readHash('#renju/15x15/h8--i9');
  assert.deepEqual(pathTo(tree, at).map(({ color }) => color), ['black', 'white', 'black']);
  assert.deepEqual(positionSpec(tree, at).moves, ['h8', null, 'i9']);
  assert.equal(positionHash(tree, at), '#renju/15x15/h8--i9');
  const json = gameJson({ tree, names: { black: '', white: '', date: '' }, ending: null });
  assert.deepEqual(json.moves, [{ move: 'h8' }, { move: null }, { move: 'i9' }]);
  const back = fromGameJson({ ...json, moves: [...json.moves, { move: '--' }, { move: null }] });
  assert.equal(positionHash(back.tree, back.ids.at(-1)), '#renju/15x15/h8--i9----');
  const again = addMove(tree, pathTo(tree, at)[0].id, null);
  assert.deepEqual([again.isNew, again.tree], [false, tree]);
});

/** What the engine says about an opening. */
const answer = (more) => ({
  opening: 'swap2', choices: [], chosen_by: [], over: false, chooser: 'first', step: 'place', possible: ['h8', 'i9'],
  offers: [], count: 1, stones: [], to_move: 'black', colors: { black: 'first', white: 'second' }, ...more,
});

test('an opening is what the engine says; until then nothing can be chosen', () => {
  const game = newGame({ rule: 'freestyle', size: SIZE, seats: { black: 'person', white: 'engine' }, level: 3, clock: {}, opening: 'swap2' });
  assert.ok(isUnknown(openingPhase(game)));
  const begun = withPhase(game, phaseOf(answer({}), SIZE));
  assert.equal(openingPhase(begun).step.kind, 'place');
  const chosen = withChoices(begun, ['h8']);
  assert.ok(isUnknown(openingPhase(chosen)), 'the engine has not answered yet');
  const swapped = withPhase(chosen, phaseOf(answer({
    choices: ['h8', 'i9', 'white'], chosen_by: ['first', 'second', 'first'], stones: ['h8', 'i9'], colors: { black: 'second', white: 'first' },
    over: true, chooser: undefined, step: undefined, possible: [],
  }), SIZE));
  assert.equal(openingPhase(swapped), null);
  assert.deepEqual(swapped.seats, { black: 'engine', white: 'person' });
  assert.equal(pathTo(swapped.tree, swapped.at).length, 2);
  // The person's last choice, and what the engine chose after it.
  assert.deepEqual(withoutChoice(swapped).opening.choices, ['h8', 'i9']);
  assert.deepEqual(withoutChoice(withoutChoice(swapped)).opening.choices, []);
});

test('a stored game keeps what was played after its opening', () => {
  let game = newGame({ rule: 'renju', size: SIZE, seats: { black: 'person', white: 'person' }, level: 3, clock: {}, opening: 'pro' });
  const tree = sample();
  game = { ...game, tree, opening: { ...game.opening, choices: ['h8', 'i9', 'a1'] } };
  const known = withPhase(game, phaseOf(answer({ opening: 'pro', choices: ['h8', 'i9', 'a1'], over: true, step: undefined, stones: ['h8', 'i9', 'a1'] }), SIZE));
  assert.equal(known.tree, tree);
  assert.equal(openingPhase(known), null);
});

test('a choice that is not possible is refused with a reason', () => {
  const refused = (more, choice) => refusal(phaseOf(answer(more), SIZE), choice)?.[0] ?? null;
  assert.equal(refused({}, 'h8'), null);
  assert.equal(refused({ stones: ['a1'] }, 'a1'), 'refused.occupied');
  assert.equal(refused({ inside: 1 }, 'h9'), 'opening.center');
  assert.deepEqual(refusal(phaseOf(answer({ inside: 3 }), SIZE), 'a2'), ['opening.inside', { n: 3 }]);
  assert.equal(refused({ outside: 7 }, 'g8'), 'opening.outside');
  assert.equal(refused({}, 'black'), 'opening.needPoint');
  assert.equal(refused({ step: 'offer', offers: ['g9'] }, 'g7'), 'opening.alike');
  assert.equal(refused({ step: 'pick' }, 'a1'), 'opening.notOffered');
  assert.deepEqual(refusal(phaseOf(answer({ step: 'count', most: 12, possible: [1, 2] }), SIZE), '13'), ['opening.needCount', { n: 12 }]);
  assert.equal(refused({ step: 'count', most: 12, possible: [1, 2] }, '2'), null);
  assert.equal(refused({ step: 'color', possible: ['black', 'white'] }, 'two'), 'opening.needColor');
  assert.equal(refusal(unknownPhase('rif', SIZE, []), 'h8')[0], 'opening.over');
  assert.ok(!isAfter(phaseOf(answer({ choices: ['h8'] }), SIZE), ['h9']));
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

/** An engine that does nothing by itself: a test ends its requests. */
function heldEngine(isLocal) {
  const requests = [];
  const engine = {
    isLocal,
    send(message, onEvent) {
      const request = { name: message.request, message: { ...message }, calls: [], onEvent };
      request.done = new Promise((resolve) => { request.answer = () => resolve({ event: 'done' }); });
      request.stop = () => request.calls.push('stop');
      request.cancel = () => request.calls.push('cancel');
      requests.push(request);
      return request;
    },
  };
  return { engine, requests, names: () => requests.map(({ name, calls }) => [name, ...calls].join(' ')) };
}

/** Lets promises that are settled call what waits for them. */
const settled = () => new Promise(setImmediate);

test('a patient request pauses while others wait, and ends only once', async () => {
  const { engine: held, requests, names } = heldEngine(true);
  const { engine, patient } = givingWay(held);
  const events = [];
  const analysis = patient.send({ request: 'analyze' }, (event) => events.push(event));
  let isOver = false;
  analysis.done.then(() => { isOver = true; });
  engine.send({ request: 'judge' });
  engine.send({ request: 'solve' });
  assert.deepEqual(names(), ['analyze stop', 'judge', 'solve']);
  // What the paused request still says does not count.
  requests[0].onEvent('late');
  requests[0].answer();
  requests[1].answer();
  await settled();
  assert.equal(requests.length, 3);
  requests[2].answer();
  await settled();
  assert.deepEqual(names(), ['analyze stop', 'judge', 'solve', 'analyze']);
  requests[3].onEvent('depth 5');
  assert.deepEqual(events, ['depth 5']);
  assert.equal(isOver, false);
  requests[3].answer();
  await settled();
  assert.equal(isOver, true);
  // It is over: nothing resumes.
  engine.send({ request: 'judge' });
  requests[4].answer();
  await settled();
  assert.equal(requests.length, 5);
});

test('a patient request that is stopped while it pauses does not resume', async () => {
  for (const isStoppedFirst of [true, false]) {
    const { engine: held, requests, names } = heldEngine(true);
    const { engine, patient } = givingWay(held);
    const analysis = patient.send({ request: 'analyze' });
    if (isStoppedFirst) analysis.stop();
    engine.send({ request: 'judge' });
    if (!isStoppedFirst) analysis.stop();
    requests[0].answer();
    await analysis.done;
    requests[1].answer();
    await settled();
    assert.deepEqual(names(), ['analyze stop', 'judge']);
  }
});

test('beside an engine of many threads nothing gives way', () => {
  const { engine: held } = heldEngine(false);
  const { engine, patient } = givingWay(held);
  assert.equal(engine, held);
  assert.equal(patient, held);
});

test('of two patient requests the shorter goes first, and the other asks for the rest', async () => {
  const { engine: held, requests, names } = heldEngine(true);
  const { engine: others, patient: long } = givingWay(held);
  const { engine, patient: short } = givingWay(others);
  let done = 0;
  long.send({
    request: 'review',
    get opening_stones() {
      return done;
    },
  }, () => { done += 4; });
  requests[0].onEvent('move');
  short.send({ request: 'solve' });
  engine.send({ request: 'judge' });
  assert.deepEqual(names(), ['review stop', 'solve stop', 'judge']);
  for (const request of requests.slice(0, 3)) request.answer();
  await settled();
  // The last one that was sent is the one that waits for the engine.
  assert.equal(names().at(-1), 'solve');
  requests.at(-1).answer();
  await settled();
  assert.equal(names().at(-1), 'review');
  assert.equal(requests.at(-1).message.opening_stones, 4);
  assert.equal(requests.filter(({ calls }) => !calls.length).length, 3, 'each runs to its end once: judge, solve, review');
});

test('a loss or a draw that the book proves is reported as such', () => {
  const told = (goal, result, plies) => proofText(goal, { kind: 'book', result, plies }, 'black');
  for (const goal of ['win', 'all-first-moves', 'defend']) assert.equal(told(goal, 'loss', 8), 'Proved: White wins in 4 moves at most.');
  assert.equal(told('win', 'loss', 0), 'Proved: White wins.');
  assert.equal(told('win', 'draw', 0), 'Proved: a draw.');
  // Of a threat it says that the opponent does not win with the next move.
  for (const result of ['loss', 'draw']) assert.equal(told('threat', result, 8), 'White threatens no forced win.');
  assert.equal(told('win', 'win', 9), 'Black wins by the book in 5 moves at most. Proved.');
  assert.equal(proofText('win', { kind: 'vcf', result: 'win', plies: 1, line: ['d6'] }, 'white'), 'White makes five at d6. Proved.');
  assert.equal(proofText('win', { kind: 'vct', result: 'over', plies: 0 }, 'black'), 'The game is over.');
});

test('a review is that of a game only if it has all its moves and says which are exercises', () => {
  const line = [0, 1, 2, 3, 4, 5, 6].map((id) => ({ id }));
  const of = (nodes) => ({ moves: nodes.map((node) => ({ node, exercise: '' })) });
  assert.ok(isReviewOf(of([0, 1, 2, 3, 4, 5, 6]), line));
  assert.ok(isReviewOf(of([6, 5, 4]), line), 'an opening is not reviewed');
  assert.ok(!isReviewOf(of([6]), line), 'no opening is so long');
  assert.ok(!isReviewOf(of([0, 1, 2, 3, 4, 5]), line), 'a move was added');
  assert.ok(!isReviewOf(of([0, 1, 2, 3, 4, 15, 16]), line), 'another variation');
  assert.ok(!isReviewOf(of([]), line) && !isReviewOf(null, line));
  assert.ok(hasExercises(of([1])) && !hasExercises({ moves: [{ node: 1 }] }));
  assert.ok(!hasExercises({ moves: [{ node: 1, exercise: 'win' }] }), 'an exercise without its name');
});

test('an exercise whose mistake was a pass is asked about without that', () => {
  let { tree, id } = addMove(newTree('freestyle', SIZE), ROOT, { x: 7, y: 7 });
  ({ tree, id } = addMove(tree, id, null));
  const mistake = { node: id, number: 2, color: 'white', point: null, exercise: 'better', puzzleId: '0123abcd', best: ['h9', 'g8'], win: null };
  const [puzzle] = exercisesOf(tree, [mistake], 'all');
  assert.deepEqual(knownOf(puzzle), { best: 'h9' });
  assert.match(taskText(puzzle), /^White played --\./);
  const [played] = exercisesOf(tree, [{ ...mistake, point: { x: 0, y: 0 } }], 'white');
  assert.deepEqual(knownOf(played), { played: 'a15', best: 'h9' });
  assert.deepEqual(knownOf({ ...played, mistake: null }), {});
});

test('a move that is not as good has numbers and a reply only where there are some', () => {
  const said = { move: 'h8', color: 'white' };
  assert.equal(worseText({ ...said, chance: 0.4, best: 0.6, reply: 'h9' }), 'h8 is not as good: win chance 40%, the best move has 60%. After h8 White answers h9.');
  assert.equal(worseText({ ...said, reply: 'h9' }), 'h8 is the move of the game. After h8 White answers h9.');
  assert.equal(worseText({ ...said, chance: 0.4, best: 0.6 }), 'h8 is not as good: win chance 40%, the best move has 60%.');
});

test('counts are short', () => {
  assert.deepEqual([0, 3, 90.909, 999.4, 1234, 12_345, 1_234_567, 12_345_678].map(shortCount), ['0', '3', '91', '999', '1.2k', '12k', '1.2M', '12M']);
});

test('the limit of an analysis as the API takes it; one that is not known is none', () => {
  assert.deepEqual(limitsOf('time 5'), { time_ms: 5000 });
  assert.deepEqual(limitsOf('depth 20'), { depth: 20 });
  assert.deepEqual(limitsOf('nodes 1000000'), { nodes: 1_000_000 });
  for (const other of ['', 'time', 'time -1', 'depth x', 'years 2']) assert.deepEqual(limitsOf(other), { infinite: true }, other);
});

test('a position has the symmetries that leave its stones and blocked points in place', () => {
  const count = (tree, names) => {
    let at = ROOT;
    for (const name of names) ({ tree, id: at } = addMove(tree, at, parsePoint(name, tree.size), null));
    return symmetries(tree, at).length;
  };
  const square = newTree('freestyle', SIZE);
  assert.equal(count(square, []), 8);
  assert.equal(count(square, ['h8']), 8);
  assert.equal(count(square, ['h8', 'h9']), 2);
  assert.equal(count(square, ['h8', 'i9', 'j10']), 2, 'the diagonal');
  assert.equal(count(square, ['h9', 'h7']), 2, 'a mirror that exchanges the colors is none');
  assert.equal(count(square, ['h8', 'i10']), 1);
  assert.equal(count(newTree('freestyle', { width: 15, height: 13 }), []), 4);
  const blocked = { black: [], white: [], blocked: [parsePoint('a1', SIZE)], toMove: 'black' };
  assert.equal(symmetries({ ...square, setup: blocked }, ROOT).length, 2);
  const maps = symmetries(square, ROOT);
  const key = (name) => orbitKey(maps, parsePoint(name, SIZE));
  assert.ok(['g8', 'h7', 'h9', 'i8'].every((name) => key(name) === key('g8')));
  assert.notEqual(key('g8'), key('g7'));
});

test('moves of the book are seen by who makes them; the best move is one of them', () => {
  const after = { label: 'loss', value: -29_966, win_chance: 0, proved: true, plies: 34, trust: 'checker', won: 1, drawn: 2, lost: 3 };
  const [win] = bookMoves(null, [{ move: 'h8', record: after }], SIZE);
  assert.deepEqual([win.result, win.isProved, win.plies, win.chance], ['win', true, 35, 1]);
  assert.deepEqual(win.games, { won: 3, drawn: 2, lost: 1 });
  assert.equal(bookSign(win, 'chance'), 'W18');
  assert.equal(bookMoveText(win, 'chance'), 'proved win, at most 18 moves');
  const valued = { value: -40, win_chance: 0.45, trust: 'search' };
  const own = { label: 'win', best: 'g7', proved: true, plies: 9, trust: 'solver' };
  const moves = bookMoves(own, [{ move: 'h8', record: valued }], SIZE);
  assert.deepEqual(moves.map(({ name }) => name), ['g7', 'h8']);
  assert.deepEqual(moves.map((move) => bookSign(move, 'value')), ['W5', '40']);
  assert.deepEqual(moves.map((move) => bookMoveText(move, 'value')), ['proved win, at most 5 moves', '+40']);
  assert.equal(bookMoves({ ...own, best: 'h8' }, [{ move: 'h8', record: valued }], SIZE).length, 1);
  const said = { label: 'draw', trust: 'person' };
  assert.deepEqual(bookMoves(null, [{ move: 'h8', record: said }, { move: 'h9', record: { label: 'blocked', trust: 'person' } }, { move: 'h7', record: { won: 1, trust: 'import' } }], SIZE)
    .map((move) => [bookSign(move, 'chance'), bookMoveText(move, 'chance')]), [['D', 'claimed draw'], ['×', 'avoid it'], ['•', '–']]);
});
