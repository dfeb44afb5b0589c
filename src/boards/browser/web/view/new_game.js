// The dialog of a new game: who plays, rule, size, opening, strength, clock.

import { el, replace } from './dom.js';
import { dialogView, field, select } from './dialog.js';
import { MAX_SIDE, RULES } from '../model/position.js';
import { t } from '../text/text.js';

/** @typedef {import('../app/state.js').NewGame} NewGame */
/** @typedef {import('../app/state.js').Game} Game */
/** @typedef {import('../model/opening.js').OpeningRule} OpeningRule */

const LEAST_SIDE = 5;
/** What can be played before the engine has said more. @type {OpeningRule[]} */
const FREE = [{ name: 'free', leastSide: LEAST_SIDE, isOfRenju: false }];

/** @typedef {{rule: string, width: number, height: number, players: string, level: number, opening: string, clock: string, seconds: number, minutes: number, increment: number}} Form */

/** @param {(wanted: NewGame, isStudy: boolean) => void} start  `isStudy` for an analysis board @param {() => OpeningRule[] | undefined} knownOpenings */
export function newGameDialog(start, knownOpenings) {
  const dialog = dialogView('new-game');
  /** @type {Form} */
  let form;
  const content = el('form', { class: 'form', method: 'dialog' });
  const wrong = el('p', { class: 'wrong', role: 'alert' });
  content.addEventListener('submit', (event) => {
    event.preventDefault();
    if (problemNow()) return;
    dialog.close();
    start(wantedGame(form), form.players === 'study');
  });

  const openings = () => knownOpenings() ?? FREE;
  const openingOf = (/** @type {string} */ name) => openings().find((opening) => opening.name === name) ?? FREE[0];
  const problemNow = () => problem(form, openingOf(form.opening).leastSide);
  /** An opening, and with it the rule that it belongs to. @param {string} opening @returns {Partial<Form>} */
  const withOpening = (opening) => (openingOf(opening).isOfRenju ? { opening, rule: 'renju' } : { opening });
  /** Another rule, and with it an opening that belongs to it. @param {string} rule @returns {Partial<Form>} */
  const withRule = (rule) => (rule !== 'renju' && openingOf(form.opening).isOfRenju ? { rule, opening: 'free' } : { rule });

  /** @param {Partial<Form>} change */
  function change(change) {
    form = { ...form, ...change };
    draw();
  }

  function draw() {
    const number = (/** @type {keyof Form} */ key, /** @type {number} */ min, /** @type {number} */ max) => el('input', {
      type: 'number', min, max, step: 1, required: true, value: form[key], 'data-key': key,
      // Typing does not draw the form again: a press on a button would get lost.
      oninput: (/** @type {Event} */ { target }) => {
        form = { ...form, [key]: Number(/** @type {HTMLInputElement} */ (target).value) };
        check();
      },
    });
    const isStudy = form.players === 'study';
    const hasEngine = form.players !== 'both' && !isStudy;
    replace(content, [
      el('fieldset', { class: 'cards' }, el('legend', { class: 'field-label' }, t('new.players')),
        ['black', 'white', 'both', 'none', 'study'].map((players) => el('label', { class: 'choice-card' },
          el('input', { type: 'radio', name: 'players', value: players, checked: form.players === players, 'data-key': `players-${players}`, onchange: () => change({ players }) }),
          el('span', { class: 'pair', 'aria-hidden': 'true' }, el('span', { class: 'disc black' }), el('span', { class: 'disc white' })),
          el('span', {}, t(`new.players.${players}`))))),
      hasEngine ? el('div', { class: 'field level-field' }, el('label', { for: 'level', class: 'field-label' }, t('new.level')),
        el('div', { class: 'level-row' }, el('input', { type: 'range', id: 'level', min: 1, max: 10, step: 1, value: form.level, 'data-key': 'level',
          oninput: (/** @type {Event} */ { target }) => setLevel(/** @type {HTMLInputElement} */ (target)) }),
        el('output', { for: 'level' }, form.level))) : null,
      el('div', { class: 'columns' },
        field(t('new.rule'), select(form.rule, RULES.map((rule) => [rule, t(`rule.${rule}`)]), (rule) => change(withRule(rule)), 'rule'), t(`rule.note.${form.rule}`)),
        isStudy ? null : field(t('new.opening'), select(form.opening, openings().map(({ name }) => [name, t(`opening.rule.${name}`)]), (opening) => change(withOpening(opening)), 'opening'), t(`opening.note.${form.opening}`))),
      el('div', { class: 'columns' },
        field(t('new.width'), number('width', LEAST_SIDE, MAX_SIDE)), field(t('new.height'), number('height', LEAST_SIDE, MAX_SIDE))),
      isStudy ? null : el('div', { class: 'columns' },
        field(t('new.clock'), select(form.clock, ['none', 'move', 'game'].map((kind) => [kind, t(`new.clock.${kind}`)]), (clock) => change({ clock }), 'clock')),
        form.clock === 'move' ? field(t('new.seconds'), number('seconds', 1, 3600)) : null,
        form.clock === 'game' ? field(t('new.minutes'), number('minutes', 1, 600)) : null,
        form.clock === 'game' ? field(t('new.increment'), number('increment', 0, 600)) : null),
      wrong,
      el('div', { class: 'dialog-actions' },
        el('button', { type: 'button', class: 'button', 'data-key': 'cancel', onclick: dialog.close }, t('action.cancel')),
        el('button', { type: 'submit', class: 'button primary', 'data-key': 'submit' }, t('new.start'))),
    ]);
    check();
  }

  /** Shows what is wrong, if anything. */
  function check() {
    wrong.textContent = problemNow() ?? '';
    const submit = content.querySelector('[type=submit]');
    if (submit instanceof HTMLButtonElement) submit.disabled = !!wrong.textContent;
  }

  /** @param {HTMLInputElement} range */
  function setLevel(range) {
    form = { ...form, level: Number(range.value) };
    const output = content.querySelector('output');
    if (output) output.textContent = range.value;
  }

  return {
    root: dialog.root,
    /** @param {Game} game  the game whose settings are the first proposal */
    open(game) {
      const { seats, clock, tree, opening } = game;
      const players = seats.black === seats.white ? (seats.black === 'person' ? 'both' : 'none') : seats.black === 'person' ? 'black' : 'white';
      form = {
        rule: tree.rule, width: tree.size.width, height: tree.size.height, players, level: game.level, opening: opening?.rule ?? 'free',
        clock: clock.gameMs !== null ? 'game' : clock.turnMs !== null ? 'move' : 'none',
        seconds: Math.round((clock.turnMs ?? 30_000) / 1000), minutes: Math.round((clock.gameMs ?? 600_000) / 60_000), increment: Math.round(clock.incrementMs / 1000),
      };
      draw();
      dialog.open(t('new.title'), [content]);
    },
  };
}

/** What is wrong with the form, as text. @param {Form} form @param {number} least  the shortest side that the opening needs */
function problem({ width, height, seconds, minutes, increment, clock }, least) {
  const isSize = [width, height].every((side) => Number.isInteger(side) && side >= LEAST_SIDE && side <= MAX_SIDE);
  if (!isSize) return t('new.wrong.size', { least: LEAST_SIDE, most: MAX_SIDE });
  if (Math.min(width, height) < least) return t('new.wrong.opening', { n: least });
  const isTime = clock === 'none' || (clock === 'move' ? seconds >= 1 && seconds <= 3600 : minutes >= 1 && minutes <= 600 && increment >= 0 && increment <= 600);
  return isTime ? null : t('new.wrong.time');
}

/** @param {Form} form @returns {NewGame} */
function wantedGame({ players, ...wanted }) {
  const isStudy = players === 'study';
  const { rule, width, height, level, seconds, minutes, increment } = wanted;
  const [opening, clock] = isStudy ? ['free', 'none'] : [wanted.opening, wanted.clock];
  /** @returns {import('../app/state.js').Seat} */
  const seat = (/** @type {string} */ color) => (isStudy || players === 'both' || players === color ? 'person' : 'engine');
  return {
    rule, size: { width, height }, level, opening, seats: { black: seat('black'), white: seat('white') },
    clock: {
      turnMs: clock === 'move' ? seconds * 1000 : null,
      gameMs: clock === 'game' ? minutes * 60_000 : null,
      incrementMs: clock === 'game' ? increment * 1000 : 0,
    },
  };
}
