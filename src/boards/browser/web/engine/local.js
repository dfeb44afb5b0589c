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
  /** What ends a request while the worker searches: see there. @type {Map<string, string>} */
  const tokens = new Map();
  /** Requests that end without a result. @type {Set<string>} */
  const canceled = new Set();
  /** @type {Worker} */
  let worker;
  const { engine, become, receive, lose } = requests((message) => {
    const { id, request, target } = message;
    if (request === 'cancel') canceled.add(target);
    if (request === 'cancel' || request === 'stop') {
      URL.revokeObjectURL(tokens.get(target) ?? '');
      return worker.postMessage({ message });
    }
    const token = URL.createObjectURL(new Blob());
    tokens.set(id, token);
    worker.postMessage({ message, token });
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
    // The worker hears of the end, not of its kind.
    receive(canceled.delete(message.id) ? { id: message.id, event: 'error', code: 'canceled', error: 'the request was canceled' } : message);
  }

  if (!('WebAssembly' in globalThis)) {
    lose('unsupported');
    return local;
  }
  worker = new Worker(new URL('worker.js', url));
  worker.onmessage = ({ data }) => {
    if (data === 'ready') become('open');
    else if (data === 'unsupported') lose('unsupported');
    else take(data);
  };
  worker.onerror = () => lose(engine.state() === 'open' ? 'crashed' : 'unloadable');
  compiled(url, loading.total, (bytes, total) => {
    loading.bytes = bytes;
    loading.hear(bytes, total);
  }).then((module) => worker.postMessage({ module }), (error) => {
    console.error(`The engine could not be loaded: ${error.message}`);
    lose(error instanceof WebAssembly.CompileError ? 'unsupported' : 'unloadable');
  });
  return local;
}

/** The host sent something else. */
class HostError extends Error {}

/** How a module of WebAssembly begins. */
const MAGIC = '\0asm';

/**
 * The engine, compiled while it comes.
 * @param {URL} url @param {number} total  its bytes, unpacked: the host's figure may be about the packed ones @param {OnLoad} onLoad
 */
async function compiled(url, total, onLoad) {
  const response = await fetch(url);
  const type = response.headers.get('content-type') ?? 'no type';
  if (!response.ok || !response.body) throw new HostError(`${url} was answered with status ${response.status}`);
  let bytes = 0;
  let isWasm = false;
  let isWhole = false;
  const counted = response.body.pipeThrough(new TransformStream({
    transform(/** @type {Uint8Array<ArrayBuffer>} */ chunk, controller) {
      if (!bytes) isWasm = String.fromCharCode(...chunk.subarray(0, MAGIC.length)) === MAGIC;
      bytes += chunk.length;
      onLoad(bytes, total);
      controller.enqueue(chunk);
    },
    flush() {
      isWhole = bytes === total;
    },
  }));
  // The type is said here: many a host has none for WebAssembly, and then browsers refuse to compile while it comes.
  const typed = new Response(counted, { headers: { 'content-type': 'application/wasm' } });
  return WebAssembly.compileStreaming(typed).catch((error) => {
    if (isWasm && (isWhole || bytes < total)) throw error;
    throw new HostError(`${url} has ${bytes} bytes of ${type}, expected ${total} of application/wasm`);
  });
}
