// Search, filters and order of findings. Without this script every finding is shown as it stands.
(() => {
  "use strict";
  // A printed report is read without clicks.
  addEventListener("beforeprint", () => { for (const details of document.querySelectorAll("details")) details.open = true; });
  const controls = document.getElementById("controls");
  const groups = [...document.querySelectorAll(".group")];
  const findings = [...document.querySelectorAll(".finding")];
  if (!controls || findings.length === 0) return;
  controls.hidden = false;

  const grouped = (count) => count.toLocaleString("en-US");
  const total = Number(document.getElementById("findings").dataset.total);
  const indexName = document.getElementById("findings").dataset.index;
  // Beside a report of several pages, on each of them: tells where every finding stands.
  const lookupName = document.getElementById("findings").dataset.lookup;
  const texts = new Map(findings.map((finding) => [finding, `${finding.dataset.rule} ${finding.textContent}`.toLowerCase()]));
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

  // As the report counts: a waived finding under no verdict. Whoever asks for waived ones may still choose among them.
  const hasVerdict = (verdict, isWaived) =>
    !fields.verdict.value || (verdict === fields.verdict.value && (!isWaived || state.value === "waived"));

  const words = () => search.value.toLowerCase().split(/\s+/).filter(Boolean);

  // Filters the findings that stand on this page.
  function filterPage() {
    const wanted = words();
    let count = 0;
    for (const finding of findings) {
      const data = finding.dataset;
      const fits =
        ["severity", "rule"].every((name) => !fields[name].value || data[name] === fields[name].value) &&
        hasVerdict(data.verdict, data.waived === "yes") &&
        (!state.value || (state.value === "waived" ? data.waived === "yes" : data.state === state.value)) &&
        wanted.every((word) => texts.get(finding).includes(word));
      finding.hidden = !fits;
      if (fits) count += 1;
    }
    for (const group of groups) group.hidden = !group.querySelector(".finding:not([hidden])");
    shown.textContent = `Showing ${grouped(count)} of ${grouped(findings.length)} ${findings.length === 1 ? "finding" : "findings"}.`;
  }

  // Searches all findings, most of which stand on pages beside this one, by the index beside it.
  const results = document.getElementById("results");
  const most = 200;
  let index = null;
  // Whether the address names a finding that the index has to tell of.
  let isSought = false;

  window.relayAuditFindings = (data) => {
    index = data;
    if (indexName) offerAll(data);
    if (isSought) reveal();
  };

  function offerAll(data) {
    index.texts = data.rows.map((row) => {
      const [rule, reason] = data.causes[row[1]];
      return [row[0], rule, reason, row[5], row[6] ?? "", row[9] ?? ""].join(" ").toLowerCase();
    });
    for (const [name, column] of [["rule", 0], ["severity", 2]]) {
      const present = new Set(data.causes.map((cause) => cause[column]));
      offer(fields[name], name, present);
    }
    offer(fields.verdict, "verdict", new Set(data.rows.map((row) => row[2])));
    filterAll();
  }

  function offer(select, name, values) {
    const chosen = select.value;
    select.length = 1;
    const known = { severity: severities, verdict: verdicts }[name];
    for (const value of known ? known.filter((value) => values.has(value)) : [...values].sort()) {
      select.append(new Option(value, value));
    }
    select.value = chosen;
  }

  function load() {
    if (load.begun) return;
    load.begun = true;
    shown.textContent = "Loading the index of findings";
    const script = document.createElement("script");
    script.src = lookupName;
    script.onerror = () => { shown.textContent = `${lookupName} is not beside this page: findings on other pages cannot be found.`; };
    document.head.append(script);
  }

  function filterAll() {
    const wanted = words();
    const isIdle = !wanted.length && !state.value && Object.values(fields).every((select) => !select.value);
    results.hidden = isIdle;
    for (const group of groups) group.hidden = !isIdle;
    if (isIdle) {
      shown.textContent = `${grouped(findings.length)} of ${grouped(total)} findings are on this page; the search finds all.`;
      return;
    }
    if (!index) return load();
    const { rule, severity } = { rule: fields.rule.value, severity: fields.severity.value };
    let found = [];
    index.rows.forEach((row, number) => {
      const cause = index.causes[row[1]];
      if ((!rule || cause[0] === rule) && (!severity || cause[2] === severity) && hasVerdict(row[2], row[4] === 1) &&
        (!state.value || (state.value === "waived" ? row[4] === 1 : row[3] === state.value)) &&
        wanted.every((word) => index.texts[number].includes(word))) found.push(row);
    });
    const count = found.length;
    const by = {
      uid: (row) => row[5], due: (row) => row[7] ?? "9999", verdict: (row) => verdicts.indexOf(row[2]),
      severity: (row) => severities.indexOf(index.causes[row[1]][2]),
    }[order.value];
    found = found.map((row) => [by(row), row]).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).slice(0, most);
    show(found.map(([, row]) => row));
    shown.textContent = count > most
      ? `Showing the first ${most} of ${grouped(count)} findings that fit, of ${grouped(total)}.`
      : `Showing ${grouped(count)} of ${grouped(total)} findings.`;
  }

  // 10 December 2026, as everywhere on the page.
  function day(time) {
    return new Date(time).toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
  }

  function show(rows) {
    const table = document.createElement("table");
    table.createCaption().textContent = "Findings that fit";
    const head = table.createTHead().insertRow();
    for (const name of ["Finding", "Verdict", "Severity", "Rule and reason", "Account", "About", "Due", "State"]) {
      const cell = document.createElement("th");
      cell.scope = "col";
      cell.textContent = name;
      head.append(cell);
    }
    const body = table.createTBody();
    for (const [id, cause, verdict, state, waived, who, object, due, page] of rows) {
      const [rule, reason, severity] = index.causes[cause];
      const row = body.insertRow();
      const link = document.createElement("a");
      link.href = (page === 0 ? "" : index.pages[page]) + "#" + id;
      link.textContent = id;
      row.insertCell().append(link);
      for (const text of [verdict, severity, `${rule}, ${reason}`, who, object ?? "", due ? day(due) : "", waived ? `${state}, waived` : state]) {
        row.insertCell().textContent = text;
      }
    }
    const frame = document.createElement("div");
    frame.className = "scroll";
    frame.tabIndex = 0;
    frame.setAttribute("role", "region");
    frame.setAttribute("aria-label", "Findings that fit");
    frame.append(table);
    results.replaceChildren(frame);
  }

  // Shows what the address names: behind a filter, or on another page than when the link was made.
  function reveal() {
    const id = decodeURIComponent(location.hash.slice(1));
    const target = document.getElementById(id);
    if (target) {
      if (!target.closest("[hidden]")) return;
      document.getElementById("reset").click();
      setTimeout(() => target.scrollIntoView());
    } else if (id.startsWith("ra-")) {
      isSought = Boolean(lookupName && !index);
      if (isSought) return load();
      const row = index?.rows.find(([finding]) => finding === id);
      if (row) return location.replace(`${index.pages[row[8]]}#${id}`);
      shown.textContent = `Finding ${id} is not in this report.`;
      shown.scrollIntoView();
    }
  }

  const filter = indexName ? filterAll : filterPage;
  const reorder = () => { sort(); if (indexName) filter(); };

  let waiting;
  search.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(filter, 80);
  });
  for (const select of [...Object.values(fields), state]) select.addEventListener("change", filter);
  order.addEventListener("change", reorder);
  controls.addEventListener("reset", () => setTimeout(() => { sort(); filter(); }));
  controls.addEventListener("submit", (event) => event.preventDefault());
  for (const [name, select] of Object.entries(fields)) offer(select, name, new Set(findings.map((finding) => finding.dataset[name])));
  // The index has all values of the filters: it is fetched when somebody turns to them.
  if (indexName) controls.addEventListener("focusin", load);
  if (indexName) document.getElementById("sort-label").textContent = "Order";
  filter();
  addEventListener("hashchange", reveal);
  // A link to where the address points already changes no address.
  document.addEventListener("click", (event) => { if (event.target.closest?.('a[href^="#"]')) setTimeout(reveal); });
  reveal();
})();
