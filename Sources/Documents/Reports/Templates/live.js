"use strict";
// Follows a run: what each board does, cases as they end, the pictures every few seconds. All texts of the
// run are set as text; the parts of the page that are fetched come from the report, which escapes them.
(() => {
  const now = document.querySelector(".now");
  const bar = now.querySelector("progress");
  const done = now.querySelector(".done");
  const told = now.querySelector(".told");
  const pause = now.querySelector("button.hold");
  const boards = now.querySelector(".boards");
  const mostRows = 3000;
  let isPaused = false;
  let isOver = false;
  let latest = null;
  let held = [];
  let next = Number(now.dataset.next);
  let refreshed = performance.now();
  let seen = -1;
  let rows = document.querySelectorAll("table.all tr[data-v]").length;
  const isReplay = now.dataset.until !== undefined;

  function made(name, className, text) {
    const element = document.createElement(name);
    if (className) element.className = className;
    if (text !== undefined) element.textContent = text;
    return element;
  }

  // MARK: What the boards do

  const cards = new Map();
  function card(name) {
    if (cards.has(name)) return cards.get(name);
    const article = made("article");
    const heading = made("h3", "", name);
    const since = made("span");
    const doing = made("p");
    const step = made("p", "lead");
    const frames = made("ol");
    heading.append(since);
    article.append(heading, doing, step, frames);
    boards.append(article);
    const parts = { since, doing, step, frames, text: "" };
    cards.set(name, parts);
    return parts;
  }

  function show(state) {
    if (isReplay) stand(state);
    bar.max = state.planned || Math.max(1, state.done);
    bar.value = state.done;
    done.textContent = `${state.done}${state.planned ? " of " + state.planned : ""} cases, ${state.time}` +
      (state.clock ? ` of ${state.clock} time` : "");
    counts(state.counts);
    for (const board of state.boards) {
      const parts = card(board.name);
      const text = JSON.stringify(board);
      if (parts.text === text) continue;
      parts.text = text;
      parts.since.textContent = board.since;
      parts.doing.replaceChildren();
      if (board.case) {
        const link = made("a", "name", board.case);
        link.href = "#" + encodeURIComponent(board.case);
        link.addEventListener("click", (event) => {
          event.preventDefault();
          watch(board.case, board.ordinal);
        });
        parts.doing.append(link);
      } else {
        parts.doing.textContent = "idle";
      }
      parts.step.textContent = board.step;
      parts.frames.replaceChildren(...board.frames.map(([at, way, words]) => {
        const line = made("li", way);
        line.title = words;
        line.append(made("span", "", at + " "), made("b", "", way === "out" ? "→ " : "← "), words);
        return line;
      }));
    }
    room(state.room);
  }

  function counts(list) {
    const tally = document.querySelector(".tally");
    for (const chip of isReplay ? tally.querySelectorAll("[data-verdict]") : []) {
      chip.querySelector("b").textContent = 0;
    }
    for (const [verdict, count, tone] of list) {
      let chip = tally.querySelector(`[data-verdict="${verdict}"]`);
      if (!chip) {
        chip = made("a", "chip " + tone);
        chip.href = "#_cases";
        chip.dataset.verdict = verdict;
        chip.append(made("b", "", "0"), " ", made("span", "word", verdict));
        const item = made("li");
        item.append(chip);
        tally.append(item);
        window.uwbrigChip(chip);
      }
      chip.querySelector("b").textContent = count;
    }
  }

  function room(places) {
    const map = document.querySelector("svg.room");
    if (!map) return;
    const [left, , scale, indent, base] = map.dataset.scale.split(" ").map(Number);
    for (const [board, x, y] of places) {
      const spot = map.querySelector(`circle[data-board="${CSS.escape(board)}"]`);
      if (!spot) continue;
      const cx = indent + (x - left) * scale;
      const cy = base - y * scale;
      spot.setAttribute("cx", cx);
      spot.setAttribute("cy", cy);
      const label = spot.nextElementSibling;
      label.setAttribute("x", cx + (label.getAttribute("text-anchor") === "end" ? -9 : 9));
      label.setAttribute("y", cy - 8);
      for (const [end, across, down] of [["one", "x1", "y1"], ["other", "x2", "y2"]]) {
        for (const line of map.querySelectorAll(`line[data-${end}="${CSS.escape(board)}"]`)) {
          const moved = Math.hypot(line.getAttribute(across) - cx, line.getAttribute(down) - cy);
          if (moved < 0.5) continue;
          line.setAttribute(across, cx);
          line.setAttribute(down, cy);
          // The words beside it are of another distance; the table has what was measured.
          for (const words of map.querySelectorAll("text[data-one]")) {
            if (words.dataset.one === line.dataset.one && words.dataset.other === line.dataset.other) words.remove();
          }
        }
      }
    }
  }

  // MARK: Cases

  function body(place) {
    const sections = [...document.querySelectorAll(".place")];
    const known = sections.find((section) => section.dataset.place === place);
    if (known) return known.querySelector("tbody");
    const section = made("section", "place");
    section.dataset.place = place;
    const table = made("table", "all");
    const head = table.createTHead().insertRow();
    const cases = document.getElementById("_cases");
    head.append(made("th", "", "Verdict"), made("th", "", "Case"), made("th", "number", cases.dataset.time));
    const rowsOf = table.createTBody();
    section.append(made("h2", "", "All cases on " + place), table);
    cases.append(section);
    return rowsOf;
  }

  function add(list) {
    for (const each of list) {
      const earlier = !each.isProblem && document.getElementById(each.name);
      if (earlier && earlier.localName === "tr") earlier.remove();
      const row = made("tr");
      if (!each.isProblem) row.id = each.name;
      Object.assign(row.dataset, { v: each.verdict, s: each.suite, b: each.place, g: each.tags, t: each.microseconds, w: each.start });
      const verdict = made("td");
      verdict.append(made("span", "verdict " + each.tone, each.verdict));
      const what = made("td");
      const link = made("a", "name", each.name);
      link.href = "#" + encodeURIComponent(each.name);
      what.append(link, made("span", "what", each.what));
      if (each.verdict !== "SKIP") {
        const details = made("details", "what-happened");
        details.dataset.evidence = each.ordinal;
        details.append(made("summary", "", "What happened"));
        what.append(details);
      }
      row.append(verdict, what, made("td", "number", each.time));
      const rowsOf = body(each.place);
      // The latest stand first: they are what one looks for while a run goes on.
      rowsOf.prepend(row);
      rows += 1;
      while (rows > mostRows) {
        const longest = [...document.querySelectorAll("table.all > tbody")].reduce((a, b) =>
          (a.rows.length >= b.rows.length ? a : b));
        longest.lastElementChild.remove();
        rows -= 1;
      }
    }
    if (list.length) window.uwbrigFound();
  }

  async function part(path) {
    const answer = await fetch(path).catch(() => null);
    return answer && answer.ok ? answer.text() : "";
  }

  // What happened in a case is fetched when it is opened.
  document.addEventListener("toggle", async (event) => {
    const details = event.target;
    if (!details.dataset || !details.dataset.evidence || !details.open || details.dataset.asked) return;
    details.dataset.asked = "1";
    const html = await part("evidence?" + Number(details.dataset.evidence));
    if (!html) {
      // The next opening asks again.
      delete details.dataset.asked;
      details.open = false;
      return say("this could not be fetched");
    }
    const holder = made("div");
    holder.innerHTML = html;
    const inner = holder.querySelector("details.what-happened");
    details.append(...(inner ? [...inner.children].slice(1) : holder.childNodes));
  }, true);

  // A case that still runs, as far as it is.
  async function watch(name, ordinal) {
    const old = document.getElementById("_watched");
    if (old) old.remove();
    const section = made("section");
    section.id = "_watched";
    section.append(made("h2", "", name));
    const holder = made("div");
    section.append(holder);
    now.append(section);
    while (section.isConnected && !isOver) {
      const html = await part("evidence?" + Number(ordinal));
      if (html && !isPaused) {
        const wasOpen = ![...holder.children].some((each) => each.localName === "details" && !each.open);
        holder.innerHTML = html;
        for (const each of holder.children) if (each.localName === "details") each.open = wasOpen;
      }
      const isRunning = latest && latest.boards.some((board) => board.case === name);
      if (!isRunning) break;
      await new Promise((then) => setTimeout(then, 1000));
    }
  }

  // MARK: Pictures

  async function refresh() {
    if (isReplay || isPaused || isOver || !latest || latest.done === seen) return;
    if (performance.now() - refreshed < 3000) return;
    refreshed = performance.now();
    const place = document.getElementById("_overview");
    const opened = new Set([...place.querySelectorAll("details[open][id]")].map((each) => each.id));
    const closed = new Set([...place.querySelectorAll("details[id]:not([open])")].map((each) => each.id));
    // The list does not scroll away from a reader.
    if (place.contains(document.activeElement) || place.querySelector("[data-evidence][open]")) return;
    const html = await part("overview");
    if (!html || isPaused) return;
    place.innerHTML = html;
    // What many ask for may be of a moment ago.
    const made = place.querySelector("[data-done]");
    seen = made ? Number(made.dataset.done) : latest.done;
    for (const each of place.querySelectorAll("details[id]")) {
      if (opened.has(each.id)) each.open = true;
      else if (closed.has(each.id)) each.open = false;
    }
    window.uwbrigFound();
    show(latest);
  }
  setInterval(refresh, 500);

  // MARK: The stream

  function say(text) { told.textContent = text; }

  // Places that are shared, as their coordinators have them.
  function fleet(list) {
    const panel = now.querySelector(".fleet");
    const item = (state, name, words) => {
      const line = made("li", state.split(" ")[0]);
      line.append(made("b", "", name), " " + words);
      return line;
    };
    panel.hidden = false;
    panel.querySelector("summary").textContent =
      `The fleet: ${list.places.filter((place) => place.state === "free").length} of ${list.places.length} places free`;
    panel.querySelector("ul").replaceChildren(
      ...list.places.map((place) => item(place.state, place.name, place.words)),
      ...list.down.map((down) => item("down", down.coordinator, down.reason)));
  }

  function listen(stream) {
    stream.addEventListener("now", (event) => {
      latest = JSON.parse(event.data);
      if (!isPaused) requestAnimationFrame(() => show(latest));
    });
    stream.addEventListener("cases", (event) => {
      if (event.lastEventId) next = Number(event.lastEventId);
      const list = JSON.parse(event.data);
      if (!isPaused) return add(list);
      held = held.concat(list).slice(-mostRows);
      say(`paused, ${held.length} cases since`);
    });
    stream.addEventListener("fleet", (event) => fleet(JSON.parse(event.data)));
    return stream;
  }

  // MARK: A run that is seen again

  const slider = now.querySelector("[name=moment]");
  const speed = now.querySelector("[name=speed]");
  let until = Number(now.dataset.until);
  let moment = 0;
  let isMoving = false;
  let played = null;

  function stand(state) {
    until = Math.max(until, state.end);
    moment = state.us;
    now.querySelector(".moment .end").textContent = state.endTime;
    now.querySelector(".moment output").textContent = state.time;
    if (document.activeElement !== slider || isMoving) slider.value = until ? Math.round(1000 * moment / until) : 0;
    slider.setAttribute("aria-valuetext", `${state.time} of ${state.endTime}`);
    const lanes = document.querySelector("svg.lanes");
    if (!lanes) return;
    let cursor = lanes.querySelector(".cursor");
    if (!cursor) {
      cursor = document.createElementNS("http://www.w3.org/2000/svg", "line");
      cursor.setAttribute("class", "cursor");
      cursor.setAttribute("y1", "0");
      cursor.setAttribute("y2", "100%");
      lanes.append(cursor);
    }
    const place = until ? 100 * moment / until : 0;
    for (const end of ["x1", "x2"]) cursor.setAttribute(end, place + "%");
  }

  function play(from) {
    if (played) played.close();
    document.querySelectorAll("#_cases .place").forEach((section) => section.remove());
    rows = 0;
    pause.textContent = isMoving ? "Stop" : "Play";
    if (!isMoving) say("");
    played = listen(new EventSource(`replayed?${Math.round(from)},${isMoving ? Number(speed.value) : 0}`));
    const own = played;
    own.addEventListener("still", (event) => {
      own.close();
      if (event.data !== "end" || !isMoving) return;
      isMoving = false;
      pause.textContent = "Play";
      say("this is the end");
    });
    own.addEventListener("error", () => {
      own.close();
      isMoving = false;
      pause.textContent = "Play";
      say("the connection has ended; move the slider to try again");
    });
  }

  if (isReplay) {
    let waiting = 0;
    slider.addEventListener("input", () => {
      clearTimeout(waiting);
      waiting = setTimeout(() => play(until * Number(slider.value) / 1000), 60);
    });
    speed.addEventListener("input", () => { if (isMoving) play(moment); });
    pause.addEventListener("click", () => {
      isMoving = !isMoving;
      play(isMoving && moment >= until ? 0 : moment);
    });
    play(0);
    return;
  }

  pause.addEventListener("click", () => {
    isPaused = !isPaused;
    pause.textContent = isPaused ? "Go on" : "Pause";
    pause.setAttribute("aria-pressed", isPaused);
    if (isPaused) return say("paused");
    say("");
    add(held);
    held = [];
    if (latest) show(latest);
    if (isOver) report();
  });

  // The whole report takes the place of this page, where there is still somebody to give it.
  async function report() {
    if (await fetch("evidence?0").catch(() => null)) return location.reload();
    say("the run is over, and what served this page has ended with it; the report is in the folder of the run");
  }

  // A stream that breaks, such as that of a page that was asleep, goes on where it was.
  let failures = 0;
  function connect() {
    const stream = listen(new EventSource("events?" + next));
    stream.addEventListener("open", () => {
      if (failures) say(isPaused ? "paused" : "");
      failures = 0;
    });
    stream.addEventListener("over", () => {
      isOver = true;
      stream.close();
      say("the run is over");
      // At once: what serves this page may wait for no more than this.
      if (!isPaused) location.reload();
    });
    stream.addEventListener("error", () => {
      if (isOver) return;
      stream.close();
      failures += 1;
      if (failures > 6) {
        return say("the connection has ended: what served this page is gone; the run, or its report, is in its folder");
      }
      say("the connection has broken; trying again");
      setTimeout(connect, Math.min(8000, 250 * 2 ** failures));
    });
  }
  connect();
})();
