// The engine behind a WebSocket. A lost connection fails the requests under way and is tried again
// until it is back.

import { requests } from './requests.js';

const FIRST_RETRY_MS = 250;
const LAST_RETRY_MS = 3000;

/** @param {string} address @returns {import('./engine.js').Engine} */
export function socketEngine(address) {
  /** @type {WebSocket} */
  let socket;
  let retry = FIRST_RETRY_MS;
  const { engine, become, receive, lose } = requests((message) => socket.send(JSON.stringify(message)));

  const connect = () => {
    socket = new WebSocket(address);
    socket.onopen = () => {
      retry = FIRST_RETRY_MS;
      become('open');
    };
    socket.onmessage = ({ data }) => receive(JSON.parse(data));
    socket.onclose = () => {
      lose();
      setTimeout(connect, retry);
      retry = Math.min(retry * 2, LAST_RETRY_MS);
    };
  };

  connect();
  return engine;
}
