// Makes elements. Text always goes in as text, never as HTML.

/** @typedef {Node | string | number | null | undefined | false} Child */

const SVG = 'http://www.w3.org/2000/svg';

/** @param {Element} element @param {Record<string, any>} properties */
function assign(element, properties) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'value' || name === 'checked' || name === 'disabled' || name === 'selected') Reflect.set(element, name, value);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
}

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag @param {Record<string, any>} properties @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function el(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  element.append(...nodes(children));
  assign(element, properties);
  return element;
}

/**
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag @param {Record<string, any>} properties @param {...(Child | Child[])} children
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function svg(tag, properties = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  assign(element, properties);
  element.append(...nodes(children));
  return element;
}

/** @param {(Child | Child[])[]} children @returns {(Node | string)[]} */
const nodes = (children) => children.flat().flatMap((child) =>
  child === null || child === undefined || child === false ? [] : [typeof child === 'number' ? String(child) : child]);

/**
 * Calls `draw` if one of the values has changed since the last call.
 * @returns {(values: unknown[], draw: () => void) => void}
 */
export function whenChanged() {
  /** @type {unknown[] | null} */
  let last = null;
  return (values, draw) => {
    if (last && last.length === values.length && values.every((value, index) => Object.is(value, last?.[index]))) return;
    last = values;
    draw();
  };
}

/** Sets an attribute, or removes it. @param {Element} element @param {string} name @param {string | null} value */
export function attribute(element, name, value) {
  if (value === null) element.removeAttribute(name);
  else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/** Sets text if it differs. @param {Element} element @param {string} text */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Where the focus goes when the element that had it is gone, the first that there is. */
const NEXT = ['.primary', '.chip', '.button:not(.bare)', 'button', 'input, select'];

/**
 * Replaces the children, and gives the focus back to the child with the same `data-key`, or to the
 * one that comes nearest to it: it must not drop to the top of the page.
 * @param {HTMLElement | SVGElement} parent @param {(Child | Child[])[]} children
 */
export function replace(parent, children) {
  const active = document.activeElement;
  const hadFocus = !!active && active !== parent && parent.contains(active);
  const key = hadFocus ? active.getAttribute('data-key') : null;
  parent.replaceChildren(...nodes(children));
  if (!hadFocus || parent.contains(document.activeElement)) return;
  const again = key === null ? null : parent.querySelector(`[data-key="${CSS.escape(key)}"]:not(:disabled)`);
  const seen = [again, ...NEXT.map((selector) => parent.querySelector(`:is(${selector}):not(:disabled)`))];
  const next = seen.find((element) => element instanceof HTMLElement && element.offsetParent !== null);
  if (next instanceof HTMLElement) return next.focus({ preventScroll: true });
  parent.setAttribute('tabindex', '-1');
  parent.focus({ preventScroll: true });
}
