// The engine behind a WebSocket. A lost connection fails the requests under way and is tried again
// until it is back.

import { EngineError } from './engine.js';

/** @typedef {import('./engine.js').Engine} Engine */
/** @typedef {import('./engine.js').Message} Message */
/** @typedef {{resolve: (m: Message) => void, reject: (e: EngineError) => void, onEvent?: (m: Message) => void}} Waiting */
/** @typedef {'connecting' | 'open' | 'closed'} State */

const FIRST_RETRY_MS = 250;
const LAST_RETRY_MS = 3000;

/** @param {string} address @returns {Engine} */
export function socketEngine(address) {
  /** @type {Map<string, Waiting>} */
  const waiting = new Map();
  /** @type {((state: State) => void)[]} */
  const listeners = [];
  /** @type {WebSocket} */
  let socket;
  /** @type {State} */
  let state = 'connecting';
  let retry = FIRST_RETRY_MS;
  let next = 1;

  const become = (/** @type {State} */ now) => {
    if (now === state) return;
    state = now;
    for (const listener of listeners) listener(now);
  };

  const connect = () => {
    socket = new WebSocket(address);
    socket.onopen = () => {
      retry = FIRST_RETRY_MS;
      become('open');
    };
    socket.onmessage = ({ data }) => receive(JSON.parse(data));
    socket.onclose = () => {
      become('closed');
      const lost = [...waiting.values()];
      waiting.clear();
      for (const { reject } of lost) reject(new EngineError('lost', 'the connection is lost'));
      setTimeout(connect, retry);
      retry = Math.min(retry * 2, LAST_RETRY_MS);
    };
  };

  const receive = (/** @type {Message} */ message) => {
    const request = waiting.get(message.id);
    if (!request) return;
    if (message.event === 'done') request.resolve(message);
    else if (message.event === 'error') request.reject(new EngineError(message.code, message.error, message.field));
    else return request.onEvent?.(message);
    waiting.delete(message.id);
  };

  connect();
  return {
    state: () => state,
    onState: (listener) => listeners.push(listener),
    send(message, onEvent) {
      const id = String(next++);
      const end = (/** @type {string} */ request) => {
        if (waiting.has(id)) write({ request, target: id, id: String(next++) });
      };
      const write = (/** @type {Message} */ object) => socket.send(JSON.stringify(object));
      const done = new Promise((resolve, reject) => {
        if (state !== 'open') return reject(new EngineError('lost', 'there is no connection'));
        waiting.set(id, { resolve, reject, onEvent });
        write({ ...message, id });
      });
      done.catch(() => {});
      return { done, stop: () => end('stop'), cancel: () => end('cancel') };
    },
  };
}
