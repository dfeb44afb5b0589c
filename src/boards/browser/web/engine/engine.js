// The engine as the page sees it: requests of the JSON API, whoever answers them.

/**
 * A message of the API; its keys depend on the request.
 * @typedef {Record<string, any>} Message
 */

/**
 * @typedef {object} Request
 * @property {Promise<Message>} done  the final answer; rejects with an {@link EngineError}
 * @property {() => void} stop  ends it; it still answers with what it has found
 * @property {() => void} cancel  ends it without a result
 */

/**
 * Why an engine that lies beside the page is gone for good: the browser cannot run it, the host's policy forbids what
 * it needs, it could not be loaded, or it has ended.
 * @typedef {'unsupported' | 'blocked' | 'unloadable' | 'crashed'} Failure
 */

/**
 * @typedef {object} Engine
 * @property {boolean} isLocal  whether it lies beside the page: it does one request after the other, and has no library
 * @property {(message: Message, onEvent?: (event: Message) => void) => Request} send
 * @property {() => 'connecting' | 'open' | 'closed'} state
 * @property {() => Failure | null} failure
 * @property {(listener: (bytes: number, total: number) => void) => void} [onLoad]  calls with what has come of an engine that is being loaded
 * @property {(listener: (state: 'connecting' | 'open' | 'closed') => void) => void} onState  calls with each new state, and at once if it is known
 */

/** An answer that is an error, or a connection that was lost (code `lost`). */
export class EngineError extends Error {
  /**
   * @param {string} code @param {string} text @param {string} [field]  the key of the request that is wrong
   * @param {Message | null} [opening]  why a choice of an opening is refused
   * @param {import('../text/reading_words.js').ReadingFault | null} [reading]  why a text is no game
   */
  constructor(code, text, field = '', opening = null, reading = null) {
    super(text);
    this.code = code;
    this.field = field;
    this.opening = opening;
    this.reading = reading;
  }
}
