"use strict";
// The list of games and the board that replays them. Data: see games.rs. No library, no network.
(() => {
  const { players, games } = JSON.parse(document.getElementById("data").textContent);
  const at = (id) => document.getElementById(id);
  const SVG = "http://www.w3.org/2000/svg";
  const CELL = 36, EDGE = 40, ROW = 32;

  // ---- small helpers -------------------------------------------------------------------------
  /** An SVG element with attributes, appended to a parent. */
  const draw = (parent, name, attributes, text) => {
    const element = document.createElementNS(SVG, name);
    for (const key in attributes) element.setAttribute(key, attributes[key]);
    if (text !== undefined) element.textContent = text;
    parent.append(element);
    return element;
  };
  /** An HTML element with a class and text (never markup), appended to a parent. */
  const put = (parent, name, style, text) => {
    const element = document.createElement(name);
    element.className = style;
    if (text !== undefined) element.textContent = text;
    parent.append(element);
    return element;
  };
  const letters = (x) => (x < 26 ? "" : String.fromCharCode(96 + Math.floor(x / 26))) + String.fromCharCode(97 + x % 26);
  const pointName = (game, cell) => letters(cell % game.w) + (game.h - Math.floor(cell / game.w));
  const seconds = (ms) => (ms < 1000 ? ms + " ms" : (ms / 1000).toFixed(ms < 10000 ? 2 : 1) + " s");
  const grouped = (n) => String(n).replace(/\B(?=(\d{3})+$)/g, "\u202f");
  const value = (v) => (Math.abs(v) >= 29000 ? (v > 0 ? "wins in " : "loses in ") + (30000 - Math.abs(v)) : (v > 0 ? "+" : "") + v);

  // ---- state ---------------------------------------------------------------------------------
  let found = games.map((_, index) => index); // games that pass the filters
  let current = -1; // index in `games`
  let ply = 0; // stones shown
  let timer = 0;

  // ---- the list: only the rows in sight exist --------------------------------------------------
  const rows = at("rows");
  const space = put(rows, "div", "");
  space.style.position = "relative";
  const drawRows = () => {
    const first = Math.max(0, Math.floor(rows.scrollTop / ROW) - 5);
    const last = Math.min(found.length, first + Math.ceil(rows.clientHeight / ROW) + 12);
    space.replaceChildren();
    space.style.height = found.length * ROW + "px";
    for (let i = first; i < last; i++) {
      const game = games[found[i]];
      const row = put(space, "div", "row" + (found[i] === current ? " on" : ""));
      Object.assign(row.style, { position: "absolute", left: 0, right: 0, top: i * ROW + "px" });
      row.setAttribute("role", "option");
      row.onclick = () => show(found[i]);
      put(row, "span", "dim", game.n);
      game.p.forEach((player, color) => {
        const cell = put(row, "span", "name" + (game.r === color ? " won" : ""));
        put(cell, "i", "stone" + (color ? "" : " b"));
        cell.append(players[player]);
      });
      put(row, "span", "how", game.e.split(" (")[0] + " · " + game.m.length);
    }
  };
  const intoSight = () => {
    const place = found.indexOf(current);
    if (place < 0) return;
    if (place * ROW < rows.scrollTop) rows.scrollTop = place * ROW;
    if ((place + 1) * ROW > rows.scrollTop + rows.clientHeight) rows.scrollTop = (place + 1) * ROW - rows.clientHeight;
  };
  const filter = () => {
    const player = at("by-player").value, end = at("by-end").value;
    found = games.map((_, index) => index).filter((index) => {
      const game = games[index];
      return (player === "" || game.p.includes(+player)) && (end === "" || game.e === end);
    });
    at("found").textContent = grouped(found.length) + (found.length === 1 ? " game" : " games");
    drawRows();
    if (found.length && !found.includes(current)) show(found[0]);
  };
  const choices = (select, all, entries) => {
    const add = (value, text) => (put(select, "option", "", text).value = value);
    add("", all);
    entries.forEach(([value, text]) => add(value, text));
    select.onchange = filter;
  };

  // ---- the board -----------------------------------------------------------------------------
  const board = at("board");
  const position = (game, cell) => [EDGE + (cell % game.w) * CELL, EDGE + Math.floor(cell / game.w) * CELL];
  const drawNet = (game) => {
    const right = EDGE + (game.w - 1) * CELL, bottom = EDGE + (game.h - 1) * CELL;
    board.setAttribute("viewBox", `0 0 ${right + EDGE} ${bottom + EDGE}`);
    let path = "";
    for (let x = 0; x < game.w; x++) path += `M${EDGE + x * CELL} ${EDGE}V${bottom}`;
    for (let y = 0; y < game.h; y++) path += `M${EDGE} ${EDGE + y * CELL}H${right}`;
    draw(board, "path", { class: "net", d: path });
    if (game.w % 2 && game.h % 2 && game.w > 8 && game.h > 8) {
      for (const x of [3, (game.w - 1) / 2, game.w - 4]) {
        for (const y of [3, (game.h - 1) / 2, game.h - 4]) {
          draw(board, "circle", { class: "star", cx: EDGE + x * CELL, cy: EDGE + y * CELL, r: 3.4 });
        }
      }
    }
    for (let x = 0; x < game.w; x++) draw(board, "text", { x: EDGE + x * CELL, y: bottom + 27 }, letters(x));
    for (let y = 0; y < game.h; y++) draw(board, "text", { x: 14, y: EDGE + y * CELL }, game.h - y);
  };
  const drawStones = (game) => {
    const numbers = at("numbers").checked;
    for (let i = 0; i < ply; i++) {
      const [x, y] = position(game, game.m[i]);
      const color = i % 2 ? "w" : "b";
      draw(board, "circle", { class: color, cx: x, cy: y, r: CELL * 0.45 });
      if (numbers) draw(board, "text", { class: "on-" + color, x, y }, i + 1);
      else if (i < game.k) draw(board, "circle", { class: "opening", cx: x, cy: y, r: CELL * 0.09 });
    }
    if (ply) {
      const [x, y] = position(game, game.m[ply - 1]);
      draw(board, "circle", { class: "lastmove", cx: x, cy: y, r: numbers ? CELL * 0.45 : CELL * 0.2 });
    }
    if (ply < game.m.length) return;
    if (game.l) {
      const ends = [...game.l].sort((a, b) => a - b);
      const [x1, y1] = position(game, ends[0]), [x2, y2] = position(game, ends[ends.length - 1]);
      draw(board, "line", { class: "won", x1, y1, x2, y2 });
    }
    if (game.a !== undefined) {
      const [x, y] = position(game, game.a), r = CELL * 0.26;
      draw(board, "path", { class: "attempt", d: `M${x - r} ${y - r}L${x + r} ${y + r}M${x - r} ${y + r}L${x + r} ${y - r}` });
    }
  };
  const drawStrip = (game) => {
    const strip = at("strip"), most = Math.max(1, ...game.t), width = 600 / Math.max(1, game.m.length);
    strip.replaceChildren();
    strip.setAttribute("viewBox", "0 0 600 46");
    strip.setAttribute("preserveAspectRatio", "none");
    game.m.forEach((_, i) => {
      const height = i < game.k ? 1 : Math.max(1.5, (game.t[i - game.k] / most) * 44);
      const style = (i < game.k ? "" : i % 2 ? "w" : "b") + (i === ply - 1 ? " on" : "");
      draw(strip, "rect", { class: style, x: i * width + 0.4, y: 46 - height, width: Math.max(0.6, width - 0.8), height });
    });
  };
  const tell = (game) => {
    const details = at("details"), i = ply - 1 - game.k;
    details.replaceChildren();
    const say = (text) => details.append(text);
    if (ply) {
      put(details, "b", "", `${ply}. ${pointName(game, game.m[ply - 1])}`);
      say(" by " + players[game.p[(ply - 1) % 2]]);
      if (i < 0) say(", opening");
      else {
        say(", " + seconds(game.t[i]));
        if (game.d && game.d[i] !== null) say(", depth " + game.d[i]);
        if (game.v && game.v[i] !== null) say(", value " + value(game.v[i]));
        if (game.x && game.x[i] !== null) say(", " + grouped(game.x[i]) + " nodes");
      }
    }
    if (ply === game.m.length) {
      put(details, "br", "");
      put(details, "b", "", game.r === 2 ? "Draw" : players[game.p[game.r]] + " wins");
      say(": " + game.e + (game.a === undefined ? "" : " at " + pointName(game, game.a)) + (game.note ? ", " + game.note : ""));
    }
  };
  const step = (to) => {
    const game = games[current];
    if (!game) return;
    ply = Math.max(0, Math.min(game.m.length, to));
    board.replaceChildren();
    drawNet(game);
    drawStones(game);
    drawStrip(game);
    tell(game);
    at("slider").max = game.m.length;
    at("slider").value = ply;
  };
  const show = (index) => {
    current = index;
    const game = games[index], caption = at("caption");
    caption.replaceChildren();
    game.p.forEach((player, color) => {
      put(caption, "i", "stone" + (color ? "" : " b"));
      put(caption, game.r === color ? "b" : "span", "", players[player]);
      if (!color) caption.append(" – ");
    });
    const opening = game.o ? `, opening ${game.o}` : "";
    put(caption, "small", "", `game ${game.n}, ${game.rule}, ${game.w}×${game.h}${opening}, ${game.m.length} stones, ${game.e}`);
    step(game.m.length);
    intoSight();
    drawRows();
  };
  const beside = (by) => {
    const place = found.indexOf(current) + by;
    if (place >= 0 && place < found.length) show(found[place]);
  };
  const play = () => {
    const stop = () => { clearInterval(timer); timer = 0; at("play").classList.remove("on"); };
    if (timer) return stop();
    if (ply === games[current].m.length) step(games[current].k);
    at("play").classList.add("on");
    timer = setInterval(() => {
      step(ply + 1);
      if (ply === games[current].m.length) stop();
    }, 450);
  };

  // ---- wiring --------------------------------------------------------------------------------
  if (!games.length) { at("viewer").hidden = true; return; }
  choices(at("by-player"), "all players", players.map((name, index) => [index, name]));
  choices(at("by-end"), "all ends", [...new Set(games.map((game) => game.e))].sort().map((end) => [end, end]));
  rows.onscroll = drawRows;
  at("first").onclick = () => step(0);
  at("back").onclick = () => step(ply - 1);
  at("next").onclick = () => step(ply + 1);
  at("last").onclick = () => step(Infinity);
  at("play").onclick = play;
  at("numbers").onchange = () => step(ply);
  at("slider").oninput = (event) => step(+event.target.value);
  at("strip").onclick = (event) => {
    const { left, width } = at("strip").getBoundingClientRect();
    step(Math.ceil(((event.clientX - left) / width) * games[current].m.length));
  };
  const keys = {
    ArrowLeft: () => step(ply - 1), ArrowRight: () => step(ply + 1), Home: () => step(0), End: () => step(Infinity),
    ArrowUp: () => beside(-1), ArrowDown: () => beside(1), " ": play,
  };
  document.addEventListener("keydown", (event) => {
    const inForm = /^(INPUT|SELECT)$/.test(event.target.tagName) || (event.key === " " && event.target.tagName === "BUTTON");
    // Keys act only while the viewer is in sight, so that the page itself still scrolls.
    const { top, bottom } = at("viewer").getBoundingClientRect();
    if (inForm || event.ctrlKey || event.altKey || event.metaKey || bottom < 80 || top > innerHeight - 120) return;
    if (keys[event.key]) { event.preventDefault(); keys[event.key](); }
  });
  filter();
})();
