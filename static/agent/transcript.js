// The transcript card: words are ticked by dragging, with Shift, or by key; the button says what they come to.

const boxes = (form) => [...form.querySelectorAll(".word input")];
const formOf = (element) => element.closest?.(".transcript-form");
const boxOf = (element) => element.closest?.(".word")?.querySelector("input");

// How many words are ticked, and the seconds that they and the pauses between neighbours last.
function sum(form) {
  let [count, seconds, before] = [0, 0, null];
  for (const word of form.querySelectorAll(".word")) {
    const box = word.querySelector("input");
    if (box?.checked) {
      const [start, end] = box.value.split("-").map(Number);
      seconds += end - (before ?? start);
      before = end;
      count += 1;
    } else before = null;
  }
  return [count, Math.max(0, seconds)];
}

function tell(form) {
  const button = form.querySelector("[data-cut-words]");
  if (!button) return;
  const [count, seconds] = sum(form);
  button.disabled = !count;
  button.classList.toggle("go", count > 0);
  const said = `${count === 1 ? "selected word" : `${count} selected words`}, ${seconds.toFixed(1)} s`;
  button.textContent = count ? `Cut the ${said}` : "Cut the selected words";
  form.querySelector("[data-sum]").textContent = count ? said : "";
  form.querySelector("[data-unselect]").hidden = !count;
  form.querySelector("[data-how]").hidden = count > 0;
}

// One box is in the order of tabs: the one that was last at hand.
function at(form, box) {
  for (const one of boxes(form)) one.tabIndex = one === box ? 0 : -1;
  form.anchor ??= box;
}

function tick(form, from, to, state) {
  const all = boxes(form);
  const [first, last] = [all.indexOf(from), all.indexOf(to)].sort((a, b) => a - b);
  for (const box of all.slice(Math.max(0, first), last + 1)) box.checked = state;
}

// Dragging with a mouse or a pen; a finger scrolls, and taps. It remembers words, not boxes: the card may come anew meanwhile.
let drag = null;
let dragged = false;
const cardOf = (element) => element.closest(".transcript").getAttribute("hx-get").split("?")[0]; // a file's
const ticked = (form) => new Set(boxes(form).filter((box) => box.checked).map((box) => box.value));
document.addEventListener("pointerdown", (event) => {
  const [form, box] = [formOf(event.target), boxOf(event.target)];
  if (!box || event.button || event.pointerType === "touch") return;
  event.preventDefault();
  box.focus({ preventScroll: true });
  const state = event.shiftKey || !box.checked;
  const from = event.shiftKey && form.anchor?.isConnected ? form.anchor : box;
  drag = { card: cardOf(form), from: from.value, state, before: ticked(form) };
  pull(form, box);
});
document.addEventListener("pointermove", (event) => {
  const box = drag && boxOf(document.elementFromPoint(event.clientX, event.clientY) ?? event.target);
  if (box && cardOf(box) === drag.card) pull(formOf(box), box);
});
for (const end of ["pointerup", "pointercancel"]) {
  document.addEventListener(end, () => {
    if (drag) dragged = true;
    drag = null;
    setTimeout(() => (dragged = false));
  });
}
function pull(form, box) {
  const from = boxes(form).find((one) => one.value === drag.from) ?? box;
  for (const one of boxes(form)) one.checked = drag.before.has(one.value);
  tick(form, from, box, drag.state);
  form.anchor = from;
  at(form, box);
  tell(form);
}

document.addEventListener("click", (event) => {
  const form = formOf(event.target);
  if (!form) return;
  const seek = event.target.closest("[data-seek]");
  if (seek) {
    place(Number(seek.dataset.seek));
    reveal();
  } else if (event.target.closest("[data-unselect]")) clear(form);
  else if (dragged && boxOf(event.target)) event.preventDefault(); // the drag has ticked it
});
document.addEventListener("change", (event) => {
  const [form, box] = [formOf(event.target), boxOf(event.target)];
  if (!box) return;
  form.anchor = box;
  at(form, box);
  tell(form);
});

function clear(form) {
  for (const box of boxes(form)) box.checked = false;
  tell(form);
  boxes(form).find((box) => box.tabIndex === 0)?.focus();
}

const STEPS = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };
document.addEventListener("keydown", (event) => {
  const [form, box] = [formOf(event.target), boxOf(event.target)];
  if (!box) return;
  if (event.key === "Escape") return clear(form);
  const to = event.key in STEPS ? beside(boxes(form), box, STEPS[event.key]) : lined(box, { ArrowUp: -1, ArrowDown: 1 }[event.key]);
  if (!to) return;
  event.preventDefault();
  if (event.shiftKey) tick(form, box, to, true);
  else form.anchor = to;
  at(form, to);
  to.focus();
  tell(form);
});
const beside = (all, box, by) => all[Math.max(0, Math.min(all.length - 1, all.indexOf(box) + by))];

// The first word of the next segment, or of the one before, that has one to tick.
function lined(box, by) {
  if (!by) return null;
  let segment = box.closest(".segment");
  do segment = by > 0 ? segment.nextElementSibling : segment.previousElementSibling;
  while (segment && !segment.querySelector(".word input"));
  return segment?.querySelector(".word input") ?? box;
}

// A card that has come; what was ticked in the one that it replaces stays ticked, where it can still be cut, and what was
// at hand and in sight stays so.
const kept = new Map();
document.addEventListener("htmx:beforeSwap", (event) => {
  const old = event.detail.target;
  if (!old.matches?.(".transcript")) return;
  const focused = old.contains(document.activeElement) && document.activeElement.value;
  kept.set(cardOf(old), { chosen: ticked(old), focused, scrolled: old.querySelector(".segments")?.scrollTop });
});
document.addEventListener("htmx:load", (event) => {
  const there = event.detail.elt;
  if (there.matches?.(".card-done")) moved(); // it may have been written down just now
  if (!there.matches?.(".transcript")) return;
  const { chosen, focused, scrolled } = kept.get(cardOf(there)) ?? {};
  kept.delete(cardOf(there));
  for (const older of document.querySelectorAll(".transcript")) if (older !== there && cardOf(older) === cardOf(there)) older.remove();
  const form = there.querySelector(".transcript-form");
  if (!form) return;
  for (const box of boxes(form)) box.checked = chosen?.has(box.value) ?? false;
  const hand = boxes(form).find((box) => box.value === focused);
  if (boxes(form).length) at(form, hand ?? boxes(form)[0]);
  hand?.focus({ preventScroll: true });
  form.querySelector(".segments").scrollTop = scrolled ?? 0;
  form.anchor = null;
  tell(form);
});

// The composition has changed: where the words play is asked for again.
const moved = () => document.body.dispatchEvent(new CustomEvent("moved"));
document.addEventListener("htmx:oobAfterSwap", (event) => {
  if (event.detail.target.id === "timeline") moved();
});
