// Requests under way and their answers, whoever carries the messages.

import { EngineError } from './engine.js';

/** @typedef {import('./engine.js').Engine} Engine */
/** @typedef {import('./engine.js').Message} Message */
/** @typedef {{resolve: (m: Message) => void, reject: (e: EngineError) => void, onEvent?: (m: Message) => void}} Waiting */
/** @typedef {'connecting' | 'open' | 'closed'} State */

/**
 * What is sent before the connection is there waits for it.
 * @param {(message: Message) => void} write  carries a message to the engine
 */
export function requests(write) {
  /** @type {Map<string, Waiting>} */
  const waiting = new Map();
  /** @type {((state: State) => void)[]} */
  const listeners = [];
  /** @type {State} */
  let state = 'connecting';
  /** @type {import('./engine.js').Failure | null} */
  let failure = null;
  /** Messages for an engine that is not there yet. @type {Message[]} */
  let early = [];
  let next = 1;

  const carry = (/** @type {Message} */ message) => {
    if (state === 'open') write(message);
    else early.push(message);
  };

  /** @type {Engine} */
  const engine = {
    isLocal: false,
    state: () => state,
    failure: () => failure,
    onState(listener) {
      listeners.push(listener);
      if (state !== 'connecting') listener(state);
    },
    send(message, onEvent) {
      const id = String(next++);
      const end = (/** @type {string} */ request) => {
        if (waiting.has(id)) carry({ request, target: id, id: String(next++) });
      };
      const done = new Promise((resolve, reject) => {
        if (state === 'closed') return reject(new EngineError('lost', 'there is no connection'));
        waiting.set(id, { resolve, reject, onEvent });
        carry({ ...message, id });
      });
      done.catch(() => {});
      return { done, stop: () => end('stop'), cancel: () => end('cancel') };
    },
  };

  const become = (/** @type {State} */ now) => {
    if (now === state) return;
    state = now;
    if (now === 'open') early.forEach(write);
    early = [];
    for (const listener of listeners) listener(now);
  };

  return {
    engine,
    become,
    /** @param {Message} message */
    receive(message) {
      const request = waiting.get(message.id);
      if (!request) return;
      if (message.event === 'done') request.resolve(message);
      else if (message.event === 'error') request.reject(new EngineError(message.code, message.error, message.field, message.opening, message.reading));
      else return request.onEvent?.(message);
      waiting.delete(message.id);
    },
    /** The engine is gone: what was under way fails. @param {import('./engine.js').Failure | null} [why] */
    lose(why = null) {
      failure = why;
      become('closed');
      const lost = [...waiting.values()];
      waiting.clear();
      for (const { reject } of lost) reject(new EngineError('lost', 'the connection is lost'));
    },
  };
}
