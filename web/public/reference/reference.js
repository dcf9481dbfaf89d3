// What the API reference can do beyond being read: find an endpoint by typing, copy a line, look as the interface does.
const scheme = localStorage.getItem("mantine-color-scheme-value");
if (scheme === "light" || scheme === "dark") document.documentElement.dataset.scheme = scheme;

const contents = document.querySelector(".contents");
const search = document.querySelector("#search");
const found = document.querySelector("#found");
const entries = [...document.querySelectorAll("nav li")];

search.closest("label").hidden = false;
if (matchMedia("(max-width: 52rem)").matches) contents.open = false;

/** Shows what has every word; all of it when there is none. */
function find() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  const counts = { endpoint: 0, event: 0 };
  for (const entry of entries) {
    const fits = words.every((word) => entry.dataset.words.includes(word));
    entry.hidden = !fits;
    document.getElementById(entry.dataset.for).hidden = !fits;
    if (fits) counts[entry.dataset.kind]++;
  }
  for (const group of document.querySelectorAll(".group")) {
    const listed = [...group.querySelectorAll("li")];
    group.hidden = words.length > 0 && listed.every((entry) => entry.hidden);
  }
  for (const part of document.querySelectorAll("main > section")) {
    const shown = [...part.querySelectorAll(".operation")];
    part.hidden = words.length > 0 && shown.every((operation) => operation.hidden);
  }
  found.textContent = words.length === 0 ? "" : countText(counts);
}

/** "2 endpoints, 1 event": events are sent, and nobody asks for them. */
function countText({ endpoint, event }) {
  const texts = [
    event > 0 && endpoint === 0 ? "" : counted(endpoint, "endpoint"),
    event === 0 ? "" : counted(event, "event"),
  ];
  return texts.filter(Boolean).join(", ");
}

function counted(count, what) {
  return count === 1 ? `1 ${what}` : `${count} ${what}s`;
}

function clear() {
  search.value = "";
  find();
}

search.addEventListener("input", find);
search.addEventListener("keydown", (event) => {
  if (event.key === "Escape") clear();
  const first = entries.find((entry) => !entry.hidden);
  if (event.key !== "Enter" || first === undefined) return;
  event.preventDefault();
  location.hash = first.dataset.for;
  document.querySelector(`#${first.dataset.for} h3 a`).focus();
});

document.addEventListener("keydown", (event) => {
  const isTyping = event.target instanceof HTMLInputElement;
  if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  contents.open = true;
  search.focus();
});

// A link into what the search has hidden shows it again.
addEventListener("hashchange", () => {
  const target = document.getElementById(location.hash.slice(1));
  if (target?.closest("[hidden]")) {
    clear();
    target.scrollIntoView();
  }
});

contents.addEventListener("click", (event) => {
  if (event.target.closest("a") && matchMedia("(max-width: 52rem)").matches) contents.open = false;
});

for (const button of document.querySelectorAll(".copy")) {
  const sample = button.closest(".sample").querySelector("code");
  button.hidden = false;
  button.setAttribute("aria-live", "polite");
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(sample.textContent);
      button.textContent = "Copied";
    } catch {
      // Without leave to use the clipboard the line is selected, to be copied by hand.
      getSelection().selectAllChildren(sample);
      button.textContent = "Selected";
    }
    setTimeout(() => {
      button.textContent = "Copy";
    }, 1500);
  });
}
