// The engine in a worker: WebAssembly, and the part of WASI that it uses.
//
// The engine reads requests from its stdin and writes answers to its stdout. It has one thread, and
// while it searches the browser delivers nothing to the worker. What must reach it then is that a
// request is to end: each has a token, the address of an empty blob, which the page revokes. The
// search looks at its stdin now and then; there the worker reads the token (a request of its own
// that waits for its answer), and where that fails, the engine reads `stop`. So every browser that
// has WebAssembly serves, and the host needs no special headers, which shared memory would want.
//
// CITE: WASI preview 1, https://github.com/WebAssembly/WASI/blob/main/legacy/preview1/docs.md;
// addresses of blobs, https://w3c.github.io/FileAPI/#url.

// Error numbers of WASI.
const SUCCESS = 0;
const AGAIN = 6;
const BADF = 8;
const NOSYS = 52;

const CHARACTER_DEVICE = 2;

const encoder = new TextEncoder();
const decoders = { 1: new TextDecoder(), 2: new TextDecoder() };

/** What the page has sent and the engine has not read. @type {Uint8Array[]} */
const input = [];
/** The tokens of the requests without a final answer. @type {Map<string, string>} */
const tokens = new Map();

/** The beginning of a line on stdout and stderr. @type {Record<number, string>} */
const output = { 1: '', 2: '' };
/** @type {WebAssembly.Memory} */
let memory;
const view = () => new DataView(memory.buffer);
const bytes = (/** @type {number} */ at, /** @type {number} */ length) => new Uint8Array(memory.buffer, at, length);

/** @param {object} message */
const hand = (message) => input.push(encoder.encode(`${JSON.stringify(message)}\n`));

/** Whether nobody has revoked a token. @param {string} token */
function isValid(token) {
  const request = new XMLHttpRequest();
  try {
    request.open('GET', token, false);
    request.send();
    return true;
  } catch {
    return false;
  }
}

/** Hands the engine what the tokens say. A token takes about a millisecond; the engine looks at its stdin now and then. */
function look() {
  for (const [id, token] of tokens) {
    if (isValid(token)) continue;
    tokens.delete(id);
    hand({ id: `token of ${id}`, request: 'stop', target: id });
  }
}

/** @param {{id: string, event: string}} answer */
function tell(answer) {
  if (answer.event === 'done' || answer.event === 'error') tokens.delete(answer.id);
  self.postMessage(answer);
}

/** The buffers of a call that reads or writes. @param {number} at @param {number} count */
const buffers = (at, count) => Array.from({ length: count }, (_, index) => {
  const data = view();
  return [data.getUint32(at + 8 * index, true), data.getUint32(at + 8 * index + 4, true)];
});

/** @type {Record<string, (...values: any[]) => number>} */
const wasi = {
  environ_sizes_get(count, length) {
    view().setUint32(count, 0, true);
    view().setUint32(length, 0, true);
    return SUCCESS;
  },
  environ_get: () => SUCCESS,
  fd_prestat_get: () => BADF,
  fd_fdstat_get(file, at) {
    if (file > 2) return BADF;
    bytes(at, 24).fill(0);
    view().setUint8(at, CHARACTER_DEVICE);
    return SUCCESS;
  },
  random_get(at, length) {
    // A call fills at most 65,536 bytes.
    for (let done = 0; done < length; done += 65_536) crypto.getRandomValues(bytes(at + done, Math.min(65_536, length - done)));
    return SUCCESS;
  },
  clock_time_get(clock, _precision, at) {
    const ms = clock === 0 ? Date.now() : performance.now();
    view().setBigUint64(at, BigInt(Math.round(ms * 1000)) * 1000n, true);
    return SUCCESS;
  },
  fd_write(file, at, count, written) {
    if (!(file in output)) return BADF;
    let length = 0;
    for (const [from, size] of buffers(at, count)) {
      output[file] += decoders[/** @type {1 | 2} */ (file)].decode(bytes(from, size).slice(), { stream: true });
      length += size;
    }
    const lines = output[file].split('\n');
    output[file] = /** @type {string} */ (lines.pop());
    for (const line of lines) file === 1 ? tell(JSON.parse(line)) : console.warn(line);
    view().setUint32(written, length, true);
    return SUCCESS;
  },
  fd_read(file, at, count, read) {
    if (file !== 0) return BADF;
    if (!input.length) look();
    if (!input.length) return AGAIN;
    let length = 0;
    for (const [to, size] of buffers(at, count)) {
      const first = input[0];
      if (!first) break;
      const taken = first.subarray(0, size);
      bytes(to, taken.length).set(taken);
      length += taken.length;
      if (taken.length < first.length) input[0] = first.subarray(taken.length);
      else input.shift();
    }
    view().setUint32(read, length, true);
    return SUCCESS;
  },
  sched_yield: () => SUCCESS,
  proc_exit(code) {
    throw new Error(`the engine has ended with ${code}`);
  },
};

/** @type {() => number} */
let work;
let isCalled = false;
/** Calls the engine once the browser has delivered what lies there: those are tasks, as this one. */
const channel = new MessageChannel();
channel.port1.onmessage = () => {
  isCalled = false;
  if (work()) call();
};
function call() {
  if (!isCalled) channel.port2.postMessage(0);
  isCalled = true;
}

/** Whether the browser and the policy of the host allow what ends a search. */
function canStop() {
  const token = URL.createObjectURL(new Blob());
  const isRead = isValid(token);
  URL.revokeObjectURL(token);
  return isRead && !isValid(token);
}

/** @param {WebAssembly.Module} module */
async function start(module) {
  /** @type {WebAssembly.Imports} */
  const imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) (imports[from] ??= {})[name] = wasi[name] ?? (() => NOSYS);
  const { exports } = await WebAssembly.instantiate(module, imports);
  memory = /** @type {WebAssembly.Memory} */ (exports.memory);
  work = /** @type {() => number} */ (exports.work);
  /** @type {() => void} */ (exports._initialize)();
  self.postMessage('ready');
}

/** @param {MessageEvent} event  the engine, or a message to it */
function hear({ data: { module, message, token } }) {
  if (module) return start(module).catch((error) => self.postMessage({ failed: String(error) }));
  hand(message);
  if (token) tokens.set(message.id, token);
  call();
}

if (canStop()) self.onmessage = hear;
else self.postMessage('blocked');
