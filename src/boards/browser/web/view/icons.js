// Icons: outlines in a square of 24.

import { el, svg } from './dom.js';
import { t } from '../text/text.js';

/** @type {Record<string, string>} */
const PATHS = {
  first: 'M6 5v14M19 5l-9 7 9 7z', back: 'M16 5l-9 7 9 7z', forward: 'M8 5l9 7-9 7z', last: 'M18 5v14M5 5l9 7-9 7z',
  undo: 'M9 14L4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3', redo: 'M15 14l5-5-5-5M20 9H10a6 6 0 0 0 0 12h3',
  plus: 'M12 5v14M5 12h14', open: 'M3 7a2 2 0 0 1 2-2h4l2 3h8a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2z',
  share: 'M12 15V4M8 8l4-4 4 4M5 13v5a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2v-5',
  settings: 'M4 7h10M18 7h2M4 17h2M10 17h10M16 5v4M8 15v4', help: 'M9 9a3 3 0 1 1 4 2.8c-.8.4-1 1-1 2.2M12 17.5v.01M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z',
  flag: 'M6 21V4M6 5h11l-2.500 4 2.500 4H6', hint: 'M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10.500c.8.8 1 1.500 1 2.500h6c0-1 .2-1.700 1-2.500A6 6 0 0 0 12 3z',
  engine: 'M8 4h8v4H8zM5 8h14v10H5zM9 12v2M15 12v2M9 21h6',
  play: 'M7 5l12 7-12 7z', pause: 'M8 5v14M16 5v14', stop: 'M7 7h10v10H7z', close: 'M6 6l12 12M18 6L6 18',
  zoom: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM16 16l5 5M8 11h6M11 8v6', save: 'M5 4h11l3 3v13H5zM8 4v5h7V4M8 20v-6h8v6',
  trash: 'M5 7h14M10 4h4M7 7l1 13h8l1-13', branch: 'M7 4v16M7 12c6 0 10-2 10-8', up: 'M12 19V5M6 11l6-6 6 6', down: 'M12 5v14M6 13l6 6 6-6',
  left: 'M19 12H5M11 6l-6 6 6 6', right: 'M5 12h14M13 6l6 6-6 6', swap: 'M4 8h14M14 4l4 4-4 4M20 16H6M10 12l-4 4 4 4',
  'turn-left': 'M4 5v5h5M4.500 10A8 8 0 1 1 4 14', 'turn-right': 'M20 5v5h-5M19.500 10A8 8 0 1 0 20 14',
  'mirror-x': 'M12 3v18M9 7l-5 10h5zM15 7l5 10h-5z', 'mirror-y': 'M3 12h18M7 9l10-5v5zM7 15l10 5v-5z', check: 'M5 13l4 4L19 7',
  edit: 'M4 20l1-4L16 5l3 3L8 19z', pass: 'M4 12h10M10 7l5 5-5 5M19 5v14',
  explain: 'M5 5h14v11h-8l-4 4v-4H5zM9 9h6M9 12h4',
};

/** @param {string} name */
export const icon = (name) => svg('svg', { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true', focusable: 'false' },
  svg('path', { d: PATHS[name] ?? '' }));

/**
 * A button with an icon and a text; `isBare` leaves the text to screen readers, and to touch, where nothing hovers, a short one.
 * @param {string} name @param {string} label @param {() => void} onClick
 * @param {{isBare?: boolean, class?: string, key?: string, shortcut?: string, short?: string}} [form]
 */
export function iconButton(name, label, onClick, form = {}) {
  const title = form.shortcut ? `${label} (${form.shortcut})` : label;
  return el('button', {
    type: 'button', class: `button ${form.isBare ? 'bare' : ''} ${form.class ?? ''}`, onclick: onClick,
    title: form.isBare || form.shortcut ? title : undefined, 'aria-label': form.isBare ? label : undefined, 'data-key': form.key ?? name,
  }, icon(name), form.isBare ? null : el('span', { class: 'label' }, label),
  form.short && el('span', { class: 'short-label', 'aria-hidden': 'true' }, t(`short.${form.short}`)));
}
