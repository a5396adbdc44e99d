"use strict";
// Finding one's way in a report: verdicts, search, filters, order, and cases by their link. Without this
// script everything is shown.
(() => {
  const form = document.querySelector("form.find");
  const status = form.querySelector("[role=status]");
  const chips = [...document.querySelectorAll(".chip")];
  const wanted = new Set();
  let units = null;
  let total = 0;

  // Everything with a verdict: rows, and the evidence of what did not pass.
  function all() {
    if (units) return units;
    units = [...document.querySelectorAll("[data-v]")].map((element) => ({
      element,
      verdict: element.dataset.v,
      suite: element.dataset.s,
      boards: element.dataset.b.split("+"),
      tags: element.dataset.g.split(" "),
      time: Number(element.dataset.t),
      begun: Number(element.dataset.w),
      isRow: element.localName === "tr",
      text: null,
    }));
    total = units.filter((unit) => unit.isRow).length;
    return units;
  }

  function options(name, values) {
    const select = form.elements[name];
    const known = new Set([...select.options].map((option) => option.value));
    for (const value of [...new Set(values)].filter(Boolean).sort()) {
      if (known.has(value)) continue;
      const option = document.createElement("option");
      option.value = option.textContent = value;
      select.append(option);
    }
    select.parentElement.hidden = select.options.length < 3;
  }

  function choices() {
    const list = all();
    options("board", list.flatMap((unit) => unit.boards));
    options("suite", list.map((unit) => unit.suite));
    options("tag", list.flatMap((unit) => unit.tags));
  }

  function filter() {
    const words = form.elements.words.value.toLowerCase().split(/\s+/).filter((word) => word && word !== "-");
    const board = form.elements.board.value;
    const suite = form.elements.suite.value;
    const tag = form.elements.tag.value;
    const least = Number(form.elements.least.value);
    const from = Number(form.elements.from.value) * 1e6;
    const to = form.elements.to.value === "" ? Infinity : Number(form.elements.to.value) * 1e6;
    const isAsked =
      words.length || board || suite || tag || least || from || to < Infinity || wanted.size;
    let shown = 0;
    for (const unit of all()) {
      let fits =
        (!wanted.size || wanted.has(unit.verdict)) &&
        (!board || unit.boards.includes(board)) &&
        (!suite || unit.suite === suite) &&
        (!tag || unit.tags.includes(tag)) &&
        unit.time >= least &&
        unit.begun + unit.time >= from && unit.begun <= to;
      if (fits && words.length) {
        // What a group tells belongs to each of its cases.
        const group = unit.element.parentElement.closest(".case");
        if (unit.text === null) {
          unit.text = ((group ? group.querySelector("summary").textContent : "") + " " +
            unit.element.textContent).toLowerCase();
        }
        fits = words.every((word) =>
          word.startsWith("-") ? !unit.text.includes(word.slice(1)) : unit.text.includes(word));
      }
      unit.element.hidden = !fits;
      if (fits && unit.isRow) shown += 1;
    }
    for (const group of document.querySelectorAll(".case:not([data-v])")) {
      group.hidden = !group.querySelector("[data-v]:not([hidden])");
    }
    for (const section of document.querySelectorAll(".problems, .place")) {
      section.hidden = !section.querySelector("[data-v]:not([hidden])");
    }
    for (const section of document.querySelectorAll(".overview")) section.hidden = Boolean(isAsked);
    status.textContent = isAsked ? `${shown} of ${total} cases` : "";
  }

  function order() {
    const way = form.elements.order.value;
    all();
    for (const table of document.querySelectorAll("table.all")) {
      const body = table.tBodies[0];
      const rows = units.filter((unit) => unit.isRow && unit.element.parentElement === body);
      if (way) rows.sort((a, b) => (way === "slow" ? b.time - a.time : a.time - b.time));
      body.append(...rows.map((unit) => unit.element));
    }
  }

  function press(chip) {
    const verdict = chip.dataset.verdict;
    if (!wanted.delete(verdict)) wanted.add(verdict);
    for (const each of chips) each.setAttribute("aria-pressed", wanted.has(each.dataset.verdict));
    filter();
  }

  // Opens a case where it stands, whatever folds or hides it.
  function open() {
    let name = location.hash.slice(1);
    try { name = decodeURIComponent(name); } catch { /* no link of ours */ }
    const target = name && document.getElementById(name);
    if (!target) return;
    for (let up = target; up; up = up.parentElement) {
      up.hidden = false;
      if (up.localName === "details") up.open = true;
    }
    const own = target.matches("tr, .member") ? target.querySelector("details") : null;
    if (own) own.open = true;
    target.scrollIntoView();
    const focus = target.querySelector("summary") || target;
    if (focus === target) focus.tabIndex = -1;
    focus.focus({ preventScroll: true });
  }

  let waiting = 0;
  form.addEventListener("input", (event) => {
    clearTimeout(waiting);
    if (event.target.name === "order") order();
    else waiting = setTimeout(filter, event.target.name === "words" ? 120 : 0);
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => {
    wanted.clear();
    for (const each of chips) each.setAttribute("aria-pressed", "false");
    setTimeout(() => { order(); filter(); });
  });
  function take(chip) {
    if (!chips.includes(chip)) chips.push(chip);
    chip.setAttribute("role", "button");
    chip.setAttribute("aria-pressed", "false");
    chip.addEventListener("click", (event) => {
      event.preventDefault();
      press(chip);
    });
    chip.addEventListener("keydown", (event) => {
      if (event.key !== " ") return;
      event.preventDefault();
      press(chip);
    });
  }
  [...chips].forEach(take);
  document.addEventListener("keydown", (event) => {
    const isTyping = ["INPUT", "SELECT", "TEXTAREA"].includes(document.activeElement.tagName);
    if (event.key === "/" && !isTyping && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      form.elements.words.focus();
    } else if (event.key === "Escape" && document.activeElement === form.elements.words) {
      form.elements.words.value = "";
      filter();
    }
  });
  // A picture full of links is one stop of the keyboard; arrows, Home and End go from one to another.
  function rove(picture, neighbour) {
    const links = [...picture.querySelectorAll("a")];
    if (!links.length || links.some((link) => link.getAttribute("tabindex") === "0")) return;
    for (const link of links) link.setAttribute("tabindex", "-1");
    links[0].setAttribute("tabindex", "0");
    picture.addEventListener("keydown", (event) => {
      const at = links.indexOf(document.activeElement);
      if (at < 0 || event.ctrlKey || event.altKey || event.metaKey) return;
      const to = event.key === "Home" ? links[0] : event.key === "End" ? links[links.length - 1] :
        neighbour(links, at, event.key);
      if (!to || to === links[at]) return;
      event.preventDefault();
      links[at].setAttribute("tabindex", "-1");
      to.setAttribute("tabindex", "0");
      to.focus();
    });
  }
  const across = { ArrowRight: 1, ArrowLeft: -1 };
  const down = { ArrowDown: 1, ArrowUp: -1 };
  // From bar to bar, and from lane to lane.
  function bar(bars, at, key) {
    return bars[at + (across[key] || down[key] || 0)];
  }
  // From cell to cell of the map, over those that are empty.
  function cell(links, at, key) {
    const { cellIndex, parentElement: row } = links[at].parentElement;
    const link = (place) => place && place.querySelector("a");
    const line = across[key] ? [...row.cells] : [...row.parentElement.rows].map((each) => each.cells[cellIndex]);
    const step = across[key] || down[key];
    let to = across[key] ? cellIndex : row.sectionRowIndex;
    do to += step; while (step && line[to] && !link(line[to]));
    return step ? link(line[to]) : null;
  }
  function pictures() {
    for (const picture of document.querySelectorAll("svg.lanes")) rove(picture, bar);
    for (const picture of document.querySelectorAll("table.heat")) rove(picture, cell);
  }
  // What a letter of the map stands for is told where the pointer or the keyboard is.
  const letters = { "✓": "PASS", F: "FAIL", E: "ERROR", "?": "INCONCLUSIVE", "~": "FLAKY", i: "FINDING", "–": "SKIP" };
  for (const kind of ["pointerover", "focusin"]) {
    document.addEventListener(kind, (event) => {
      const mark = event.target.closest(".heat a:not([title])");
      if (!mark) return;
      let name = mark.hash.slice(1);
      try { name = decodeURIComponent(name); } catch { /* as it is */ }
      mark.title = `${letters[mark.textContent] || ""} ${name}`;
      mark.setAttribute("aria-label", mark.title);
    });
  }
  // A frame opens to its whole text where the keyboard or a finger is.
  document.addEventListener("toggle", (event) => {
    for (const row of event.target.querySelectorAll("table.seq tbody tr.in, table.seq tbody tr.out")) {
      row.tabIndex = 0;
    }
  }, true);
  addEventListener("hashchange", open);
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href^='#']:not(.chip)");
    // The same link again opens the same case again.
    if (link && link.getAttribute("href") === location.hash) open();
  });
  form.hidden = false;
  open();
  // At a busy computer too, where it is never idle.
  const idle = window.requestIdleCallback || ((work) => setTimeout(work, 50));
  idle(() => {
    choices();
    pictures();
  }, { timeout: 500 });
  window.uwbrigChip = take;
  // What is added to a page that grows is found too.
  window.uwbrigFound = () => {
    units = null;
    pictures();
    choices();
    filter();
  };
})();
