// The engine in a worker: WebAssembly, and the part of WASI that it uses.
//
// The engine reads requests from its stdin and writes answers to its stdout. It has one thread: while
// it searches, it looks at stdin now and then. There it is suspended until the browser has delivered
// what has come meanwhile (JavaScript Promise Integration), so that `stop` reaches it and its table
// stays.
//
// CITE: WASI preview 1, https://github.com/WebAssembly/WASI/blob/main/legacy/preview1/docs.md;
// JavaScript Promise Integration, https://github.com/WebAssembly/js-promise-integration.

const ARGUMENTS = ['tengen'];

// Error numbers of WASI.
const SUCCESS = 0;
const AGAIN = 6;
const BADF = 8;
const NOSYS = 52;

const CHARACTER_DEVICE = 2;
const NANOSECONDS = 1_000_000n;

const encoder = new TextEncoder();
const decoders = { 1: new TextDecoder(), 2: new TextDecoder() };

/** What the page has sent and the engine has not read. @type {Uint8Array[]} */
const input = [];
let wake = () => {};
self.onmessage = ({ data }) => {
  input.push(encoder.encode(`${JSON.stringify(data)}\n`));
  wake();
};

/** The beginning of a line on stdout and stderr. */
const output = { 1: '', 2: '' };
let memory;
const view = () => new DataView(memory.buffer);
const bytes = (at, length) => new Uint8Array(memory.buffer, at, length);

/** Lets the browser deliver messages: they are tasks, as this one. */
const channel = new MessageChannel();
const turn = () => new Promise((resolve) => {
  channel.port1.onmessage = () => resolve();
  channel.port2.postMessage(0);
});

/** Writes strings and their addresses, as `args_get` wants them. */
function strings(texts, addresses, buffer) {
  let at = buffer;
  texts.forEach((text, index) => {
    const encoded = encoder.encode(`${text}\0`);
    view().setUint32(addresses + 4 * index, at, true);
    bytes(at, encoded.length).set(encoded);
    at += encoded.length;
  });
  return SUCCESS;
}

function sizes(texts, count, length) {
  view().setUint32(count, texts.length, true);
  view().setUint32(length, texts.reduce((sum, text) => sum + encoder.encode(text).length + 1, 0), true);
  return SUCCESS;
}

/** The buffers of a call that reads or writes. */
const buffers = (at, count) => Array.from({ length: count }, (_, index) => {
  const data = view();
  return [data.getUint32(at + 8 * index, true), data.getUint32(at + 8 * index + 4, true)];
});

const wasi = {
  args_sizes_get: (count, length) => sizes(ARGUMENTS, count, length),
  args_get: (addresses, buffer) => strings(ARGUMENTS, addresses, buffer),
  environ_sizes_get: (count, length) => sizes([], count, length),
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
    view().setBigUint64(at, BigInt(Math.round(ms * 1000)) * (NANOSECONDS / 1000n), true);
    return SUCCESS;
  },
  fd_write(file, at, count, written) {
    if (!(file in output)) return BADF;
    let length = 0;
    for (const [from, size] of buffers(at, count)) {
      output[file] += decoders[file].decode(bytes(from, size).slice(), { stream: true });
      length += size;
    }
    const lines = output[file].split('\n');
    output[file] = lines.pop();
    for (const line of lines) file === 1 ? self.postMessage(JSON.parse(line)) : console.warn(line);
    view().setUint32(written, length, true);
    return SUCCESS;
  },
  async fd_read(file, at, count, read) {
    if (file !== 0) return BADF;
    if (!input.length) await turn();
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
  /** Only for sleeping: waits for the time, or until a message comes. */
  async poll_oneoff(subscription, event, _count, events) {
    const data = view();
    const user = data.getBigUint64(subscription, true);
    const ms = Number(data.getBigUint64(subscription + 24, true) / NANOSECONDS);
    if (!input.length) {
      await new Promise((resolve) => {
        const timer = setTimeout(resolve, ms);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    bytes(event, 32).fill(0);
    view().setBigUint64(event, user, true);
    view().setUint32(events, 1, true);
    return SUCCESS;
  },
  sched_yield: () => SUCCESS,
  proc_exit(code) {
    throw new Error(`the engine has ended with ${code}`);
  },
};

if (!WebAssembly.Suspending) throw new Error('this browser lacks JavaScript Promise Integration of WebAssembly');
for (const name of ['fd_read', 'poll_oneoff']) wasi[name] = new WebAssembly.Suspending(wasi[name]);

const module = await WebAssembly.compileStreaming(fetch('tengen.wasm'));
const imports = {};
for (const { module: from, name } of WebAssembly.Module.imports(module)) (imports[from] ??= {})[name] = wasi[name] ?? (() => NOSYS);
const { exports } = await WebAssembly.instantiate(module, imports);
memory = exports.memory;
self.postMessage('ready');
await WebAssembly.promising(exports._start)();
