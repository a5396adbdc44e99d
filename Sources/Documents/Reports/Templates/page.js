"use strict";
// Tables that are long enough get a field above them: only rows with all its words stay, and none
// with a word after a minus. Without this script everything is shown.
for (const table of document.querySelectorAll("table.frames, table.all, table.measured")) {
  const rows = Array.from(table.tBodies[0].rows);
  if (rows.length < 6) continue;
  const field = document.createElement("input");
  field.type = "search";
  field.placeholder = "Filter: words, -without";
  field.setAttribute("aria-label", "Filter the rows of this table");
  const count = document.createElement("span");
  count.setAttribute("role", "status");
  const line = document.createElement("p");
  line.className = "filter";
  line.append(field, count);
  table.before(line);
  let texts = null;
  field.addEventListener("input", () => {
    texts = texts || rows.map((row) => row.textContent.toLowerCase());
    const words = field.value.toLowerCase().split(/\s+/).filter((word) => word && word !== "-");
    let shown = 0;
    rows.forEach((row, index) => {
      const fits = words.every((word) =>
        word.startsWith("-")
          ? !texts[index].includes(word.slice(1))
          : texts[index].includes(word));
      row.hidden = !fits;
      if (fits) shown += 1;
    });
    count.textContent = words.length ? shown + " of " + rows.length : "";
  });
}
