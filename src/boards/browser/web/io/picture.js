// The board as a picture: SVG with its looks written into it, and PNG drawn from it.

import { svg } from '../view/dom.js';

/** The properties that a picture on its own cannot take from the style sheets. */
const PROPERTIES = [
  'fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-opacity', 'stroke-dasharray', 'stroke-linecap', 'stroke-linejoin', 'paint-order', 'opacity', 'font-size', 'font-weight',
  'font-family', 'text-anchor', 'dominant-baseline', 'display',
];
const BOARD_COLOR = '--board-color';
const PNG_SIDE = 1200;

/**
 * The surface of the board as an element of the picture: the file behind the page's board, in the middle
 * and covering all of it, as there. Null if it cannot be had; then the surface is plain.
 * @param {SVGSVGElement} picture @param {DOMRect | {width: number, height: number}} box
 */
async function surface(picture, box) {
  const address = /url\("?([^")]+)/.exec(getComputedStyle(picture.closest('.board-sheet') ?? picture).backgroundImage)?.[1];
  if (!address) return null;
  try {
    const { documentElement: root } = new DOMParser().parseFromString(await (await fetch(address)).text(), 'image/svg+xml');
    if (root.tagName !== 'svg') return null;
    root.setAttribute('width', String(box.width));
    root.setAttribute('height', String(box.height));
    root.setAttribute('preserveAspectRatio', 'xMidYMid slice');
    return document.importNode(root, true);
  } catch {
    return null;
  }
}

/** @param {SVGSVGElement} picture */
export async function pictureText(picture) {
  const copy = /** @type {SVGSVGElement} */ (picture.cloneNode(true));
  const from = [...picture.querySelectorAll('*')];
  [...copy.querySelectorAll('*')].forEach((element, index) => {
    const style = getComputedStyle(from[index]);
    for (const property of PROPERTIES) {
      const value = style.getPropertyValue(property);
      // A gradient is named by its attribute; its computed form has the address of the page.
      if (value && !value.includes('url(')) element.setAttribute(property, value);
    }
    element.removeAttribute('class');
  });
  const box = picture.viewBox.baseVal;
  copy.removeAttribute('class');
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(box.width));
  copy.setAttribute('height', String(box.height));
  const color = getComputedStyle(picture).getPropertyValue(BOARD_COLOR).trim() || '#dcb35c';
  const grain = await surface(picture, box);
  copy.prepend(svg('rect', { width: box.width, height: box.height, fill: color }), ...(grain ? [grain] : []));
  return new XMLSerializer().serializeToString(copy);
}

/** @param {string} text  an SVG @param {number} ratio  width by height @returns {Promise<Blob>} */
export async function pngOf(text, ratio) {
  const address = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = ratio >= 1 ? PNG_SIDE : Math.round(PNG_SIDE * ratio);
    canvas.height = ratio >= 1 ? Math.round(PNG_SIDE / ratio) : PNG_SIDE;
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'));
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** Offers content as a file. @param {Blob} blob @param {string} name */
export function download(blob, name) {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken the content when the click returns to the event loop.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
