// The engine as WebAssembly in a worker: for the page without a server.

import { requests } from './requests.js';

/** @typedef {import('./engine.js').Message} Message */
/** @typedef {(bytes: number, total: number) => void} OnLoad */

/** Whether the engine lies beside the page: then `index.html` names it, and its bytes once it is unpacked. */
export const isLocal = () => !!document.documentElement.dataset.engine;

/** @returns {import('./engine.js').Engine} */
export function localEngine() {
  const { engine: address = '', engineBytes } = document.documentElement.dataset;
  const url = new URL(address, document.baseURI);
  /** The address of a blob for each request, revoked to stop it: see worker.js. @type {Map<string, string>} */
  const tokens = new Map();
  /** Requests that end without a result. @type {Set<string>} */
  const canceled = new Set();
  /** @type {Worker | undefined} */
  let worker;
  const download = new AbortController();
  let isGone = false;
  const { engine, become, receive, lose } = requests((message) => {
    const { id, request, target } = message;
    if (request === 'cancel') canceled.add(target);
    if (request === 'cancel' || request === 'stop') {
      URL.revokeObjectURL(tokens.get(target) ?? '');
      return worker?.postMessage({ message });
    }
    const token = URL.createObjectURL(new Blob());
    tokens.set(id, token);
    worker?.postMessage({ message, token });
  });
  const loading = { bytes: 0, total: Number(engineBytes), hear: /** @type {OnLoad} */ (() => {}) };
  /** @type {import('./engine.js').Engine} */
  const local = {
    ...engine,
    isLocal: true,
    onLoad(listener) {
      loading.hear = listener;
      if (loading.bytes) listener(loading.bytes, loading.total);
    },
  };

  /** @param {Message} message */
  function take(message) {
    const isFinal = message.event === 'done' || message.event === 'error';
    if (!isFinal) return receive(message);
    URL.revokeObjectURL(tokens.get(message.id) ?? '');
    tokens.delete(message.id);
    // The token tells the worker to stop, not whether it was a cancel.
    receive(canceled.delete(message.id) ? { id: message.id, event: 'error', code: 'canceled', error: 'the request was canceled' } : message);
  }

  /** The engine is gone for good; what came first is the reason. @param {import('./engine.js').Failure} why */
  function end(why) {
    if (isGone) return;
    isGone = true;
    download.abort();
    worker?.terminate();
    tokens.forEach((token) => URL.revokeObjectURL(token));
    tokens.clear();
    canceled.clear();
    lose(why);
  }

  /** @param {string} text @param {import('./engine.js').Failure} why */
  function fail(text, why) {
    if (!isGone) console.error(`The engine could not be loaded: ${text}`);
    end(why);
  }

  if (!('WebAssembly' in globalThis && 'TransformStream' in globalThis)) {
    end('unsupported');
    return local;
  }
  worker = new Worker(new URL('worker.js', url));
  worker.onmessage = ({ data }) => {
    if (data === 'ready') become('open');
    else if (data === 'blocked') fail('the policy of the host forbids what stops a search, worker.js needs connect-src blob:', 'blocked');
    else if (data.failed) fail(data.failed, 'unloadable');
    else take(data);
  };
  worker.onerror = () => end(engine.state() === 'open' ? 'crashed' : 'unloadable');
  worker.onmessageerror = () => end('unloadable');
  compiled(url, loading.total, download.signal, (bytes, total) => {
    loading.bytes = bytes;
    loading.hear(bytes, total);
  }).then((module) => worker?.postMessage({ module }), (error) => {
    fail(error.message, error instanceof WebAssembly.CompileError ? 'unsupported' : 'unloadable');
  });
  return local;
}

/** The host sent something else. */
class HostError extends Error {}

/** How a module of WebAssembly begins. */
const MAGIC = '\0asm';

/**
 * The engine, compiled while it comes.
 * @param {URL} url @param {number} total  its bytes; Content-Length may be the compressed size @param {AbortSignal} signal @param {OnLoad} onLoad
 */
async function compiled(url, total, signal, onLoad) {
  const response = await fetch(url, { signal });
  const type = response.headers.get('content-type') ?? 'no type';
  if (!response.ok || !response.body) throw new HostError(`${url} was answered with status ${response.status}`);
  let bytes = 0;
  let isWasm = false;
  let hasEnded = false;
  const counted = response.body.pipeThrough(new TransformStream({
    transform(/** @type {Uint8Array<ArrayBuffer>} */ chunk, controller) {
      if (!bytes) isWasm = String.fromCharCode(...chunk.subarray(0, MAGIC.length)) === MAGIC;
      bytes += chunk.length;
      onLoad(bytes, total);
      controller.enqueue(chunk);
    },
    flush() {
      hasEnded = true;
    },
  }));
  // The type is said here: many a host has none for WebAssembly, and then browsers refuse to compile while it comes.
  const typed = new Response(counted, { headers: { 'content-type': 'application/wasm' } });
  return WebAssembly.compileStreaming(typed).catch((error) => {
    // The browser refuses the engine as soon as it can, or when it is whole.
    if (isWasm && bytes <= total && !(hasEnded && bytes < total)) throw error;
    throw new HostError(`${url} has ${bytes} bytes of ${type}, expected ${total} of application/wasm`);
  });
}
