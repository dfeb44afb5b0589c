// Giving way: a long request pauses while others wait that need the engine, and begins again after
// them.

/** @typedef {import('../engine/engine.js').Engine} Engine */
/** @typedef {import('../engine/engine.js').Message} Message */
/** @typedef {import('../engine/engine.js').Request} Request */

/** Requests that search nothing: an engine of more than one thread answers them beside a search. */
const LIGHT = ['judge', 'policy', 'book', 'import', 'export', 'games', 'ping', 'options', 'stop', 'cancel'];

/** Whether a request needs the engine for a search; one with a single thread does every request in turn. @param {Engine} engine @param {Message} message */
export const needsSearch = (engine, message) => !!engine.isLocal || !LIGHT.includes(message.request);

/**
 * `engine` is the same engine for all requests that are not to wait; what `patient` is asked gives way
 * to those of them that are `rival`: all of them to an engine that does one request after the other,
 * which would answer nothing while an analysis runs, none where it answers beside a search.
 * @param {Engine} engine @param {((message: Message) => boolean) | null} [rival]
 */
export function givingWay(engine, rival = engine.isLocal ? () => true : null) {
  if (!rival) return { engine, patient: engine };
  let others = 0;
  /** The requests that give way. @type {Set<{pause: () => void, resume: () => void}>} */
  const patients = new Set();

  /** @type {Engine} */
  const first = {
    ...engine,
    send(message, onEvent) {
      if (!rival(message)) return engine.send(message, onEvent);
      others += 1;
      for (const { pause } of patients) pause();
      const request = engine.send(message, onEvent);
      const over = () => {
        others -= 1;
        if (!others) for (const { resume } of patients) resume();
      };
      request.done.then(over, over);
      return request;
    },
  };

  /** @type {Engine} */
  const patient = {
    ...engine,
    send(message, onEvent) {
      const { request, turn } = patientRequest(engine, message, onEvent, () => patients.delete(turn));
      patients.add(turn);
      if (!others) turn.resume();
      return request;
    },
  };
  return { engine: first, patient };
}

/**
 * A request that pauses and resumes, as one that does not.
 * @param {Engine} engine @param {Message} message @param {((event: Message) => void) | undefined} onEvent @param {() => void} ended
 */
function patientRequest(engine, message, onEvent, ended) {
  /** The request to the engine; null while it pauses. @type {Request | null} */
  let running = null;
  /** @type {(answer: Message) => void} */
  let resolve = () => {};
  /** @type {(error: unknown) => void} */
  let reject = () => {};
  const done = new Promise((resolved, rejected) => {
    resolve = resolved;
    reject = rejected;
  });
  done.finally(ended).catch(() => {});

  /** A message may say by a getter what is left to ask. */
  function resume() {
    if (running) return;
    const request = engine.send(message, (event) => running === request && onEvent?.(event));
    running = request;
    const isMine = () => running === request;
    // A request that was paused is over before its time: its answer does not count.
    request.done.then((answer) => isMine() && resolve(answer), (error) => isMine() && reject(error));
  }

  function pause() {
    running?.stop();
    running = null;
  }

  /** Ends it for good: it does not resume. @param {'stop' | 'cancel'} how */
  function end(how) {
    ended();
    if (running) running[how]();
    else resolve({ event: 'done', stopped: true });
  }

  return { turn: { pause, resume }, request: { done, stop: () => end('stop'), cancel: () => end('cancel') } };
}
