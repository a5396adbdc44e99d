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
    const own = target.localName === "tr" ? target.querySelector("details") : null;
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
  // A lane of the timeline is one stop of the keyboard; arrows go from bar to bar and from lane to lane.
  function lanes() {
    for (const picture of document.querySelectorAll("svg.lanes")) {
      const bars = [...picture.querySelectorAll("a")];
      if (!bars.length || bars.some((bar) => bar.tabIndex === 0)) continue;
      bars[0].setAttribute("tabindex", "0");
      const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
      picture.addEventListener("keydown", (event) => {
        const at = bars.indexOf(document.activeElement);
        const to = event.key === "Home" ? 0 : event.key === "End" ? bars.length - 1 : at + (step[event.key] || 0);
        if (at < 0 || to === at || !bars[to]) return;
        event.preventDefault();
        bars[at].setAttribute("tabindex", "-1");
        bars[to].setAttribute("tabindex", "0");
        bars[to].focus();
      });
    }
  }
  lanes();
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
  const idle = window.requestIdleCallback || ((work) => setTimeout(work, 50));
  idle(choices);
  window.uwbrigChip = take;
  // What is added to a page that grows is found too.
  window.uwbrigFound = () => {
    units = null;
    lanes();
    choices();
    filter();
  };
})();
