// Search, filters and order of findings. Without this script every finding is shown as it stands.
(() => {
  "use strict";
  const controls = document.getElementById("controls");
  const groups = [...document.querySelectorAll(".group")];
  const findings = [...document.querySelectorAll(".finding")];
  if (!controls || findings.length === 0) return;
  controls.hidden = false;

  const total = Number(document.getElementById("findings").dataset.total);
  const texts = new Map(findings.map((finding) => [finding, finding.textContent.toLowerCase()]));
  const fields = {
    verdict: document.getElementById("filter-verdict"),
    severity: document.getElementById("filter-severity"),
    rule: document.getElementById("filter-rule"),
  };
  const state = document.getElementById("filter-state");
  const search = document.getElementById("search");
  const order = document.getElementById("sort");
  const shown = document.getElementById("shown");
  const severities = ["critical", "high", "medium", "low"];
  const verdicts = ["fail", "inconclusive", "pending", "manual"];

  for (const [name, select] of Object.entries(fields)) {
    const values = new Set(findings.map((finding) => finding.dataset[name]));
    const known = { severity: severities, verdict: verdicts }[name];
    for (const value of known ? known.filter((value) => values.has(value)) : [...values].sort()) {
      select.append(new Option(value, value));
    }
  }

  const place = new Map(findings.map((finding, index) => [finding, index]));
  const keys = {
    severity: () => "",
    uid: (finding) => finding.dataset.uid,
    due: (finding) => finding.dataset.due || "9999",
    verdict: (finding) => String(verdicts.indexOf(finding.dataset.verdict)),
  };

  function sort() {
    const key = keys[order.value];
    for (const group of groups) {
      const list = group.querySelector(".list");
      const items = [...list.children];
      items.sort((a, b) => {
        const [x, y] = [key(a), key(b)];
        return x < y ? -1 : x > y ? 1 : place.get(a) - place.get(b);
      });
      list.append(...items);
    }
  }

  function filter() {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const finding of findings) {
      const data = finding.dataset;
      const fits =
        Object.entries(fields).every(([name, select]) => !select.value || data[name] === select.value) &&
        (!state.value || (state.value === "waived" ? data.waived === "yes" : data.state === state.value)) &&
        words.every((word) => texts.get(finding).includes(word));
      finding.hidden = !fits;
      if (fits) count += 1;
    }
    for (const group of groups) group.hidden = !group.querySelector(".finding:not([hidden])");
    const rest = total > findings.length ? ` on this page; ${total} findings in all` : "";
    shown.textContent = `Showing ${count} of ${findings.length} findings${rest}.`;
  }

  let waiting;
  search.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(filter, 80);
  });
  for (const select of [...Object.values(fields), state]) select.addEventListener("change", filter);
  order.addEventListener("change", sort);
  controls.addEventListener("reset", () => setTimeout(() => { sort(); filter(); }));
  controls.addEventListener("submit", (event) => event.preventDefault());
  filter();
})();
