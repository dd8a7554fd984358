// Picking items and placing the playhead: what is picked, and the frame, go along with the next prompt.

const picked = new Set();
let zoom = 1;
const field = (name) => document.querySelector(`#composer [name=${name}]`);

function show() {
  const names = new Map();
  for (const item of document.querySelectorAll("[data-item]")) {
    item.setAttribute("aria-pressed", String(picked.has(item.dataset.item)));
    names.set(item.dataset.item, item.dataset.name);
  }
  for (const id of picked) if (!names.has(id)) picked.delete(id);
  const chosen = [...picked].map((id) => names.get(id));
  field("selected").value = [...picked].join(",");
  document.querySelector("[data-picked]").hidden = chosen.length === 0;
  const said = chosen.length > 2 ? `${chosen.length} items` : chosen.join(" and ");
  document.querySelector("[data-picked-text]").textContent = `Selected: ${said}`;
}

function pick(id, several) {
  const alone = picked.size === 1 && picked.has(id);
  if (!several) {
    picked.clear();
    if (!alone) picked.add(id);
  } else if (!picked.delete(id)) {
    picked.add(id);
  }
  show();
}

function enlarge(by) {
  zoom = Math.max(1, Math.min(64, by > 0 ? zoom * 2 : by < 0 ? zoom / 2 : zoom));
  const lanes = document.querySelector(".lanes");
  const tracks = lanes.querySelector(".tracks");
  tracks.setAttribute("width", `${100 * zoom}%`);
  if (by) lanes.scrollLeft = (tracks.clientWidth * Number(field("playhead").value || 0)) / Number(tracks.dataset.span) - lanes.clientWidth / 2;
}

function place(frame) {
  const tracks = document.querySelector(".tracks");
  const span = Number(tracks.dataset.span);
  const at = Math.max(0, Math.min(Math.round(frame), span));
  field("playhead").value = at;
  tracks.querySelector("[data-playhead]").setAttribute("x", `${(100 * at) / span}%`);
  tracks.querySelector("[data-ruler]").setAttribute("aria-valuenow", at);
  tracks.querySelector("[data-ruler]").setAttribute("aria-valuetext", timecode(at));
  document.body.dispatchEvent(new CustomEvent("playhead"));
}

function timecode(frame) {
  const base = Math.round(Number(document.querySelector(".tracks").dataset.fps));
  const seconds = Math.floor(frame / base);
  const parts = [seconds / 3600, (seconds / 60) % 60, seconds % 60, frame % base];
  return parts.map((part) => String(Math.floor(part)).padStart(2, "0")).join(":");
}

// Scrolls an enlarged timeline so far that the playhead is in sight.
function reveal() {
  const lanes = document.querySelector(".lanes");
  const tracks = lanes.querySelector(".tracks");
  const x = (tracks.clientWidth * Number(field("playhead").value || 0)) / Number(tracks.dataset.span);
  if (x < lanes.scrollLeft || x > lanes.scrollLeft + lanes.clientWidth) lanes.scrollLeft = x - lanes.clientWidth / 8;
}

function seek(event) {
  const tracks = document.querySelector(".tracks");
  const box = tracks.getBoundingClientRect();
  place(((event.clientX - box.left) / box.width) * Number(tracks.dataset.span));
}

document.addEventListener("click", (event) => {
  const item = event.target.closest("[data-item]");
  if (item) {
    if (item.dataset.at) place(Number(item.dataset.at));
    pick(item.dataset.item, event.shiftKey || event.ctrlKey || event.metaKey);
  } else if (event.target.closest("[data-zoom]")) {
    enlarge(Number(event.target.closest("[data-zoom]").dataset.zoom));
  } else if (event.target.closest("[data-unpick]")) {
    picked.clear();
    show();
  }
});

document.addEventListener("pointerdown", (event) => {
  if (!event.target.closest("[data-ruler]")) return;
  seek(event);
  const move = (moved) => seek(moved);
  document.addEventListener("pointermove", move);
  document.addEventListener("pointerup", () => document.removeEventListener("pointermove", move), { once: true });
});

document.addEventListener("keydown", (event) => {
  const item = event.target.closest("svg[data-item]");
  if (item && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    pick(item.dataset.item, event.shiftKey);
  }
  if (event.key.toLowerCase() === "z" && (event.ctrlKey || event.metaKey) && !event.target.matches("textarea, input")) {
    event.preventDefault();
    document.querySelector(`[data-key=${event.shiftKey ? "redo" : "undo"}]`)?.click();
  }
});

// A fresh timeline knows nothing of what was picked, nor how far it was scrolled.
let scrolled = 0;
document.addEventListener("htmx:oobBeforeSwap", (event) => {
  if (event.detail.target.id === "timeline") scrolled = document.querySelector(".lanes").scrollLeft;
});
document.addEventListener("htmx:oobAfterSwap", (event) => {
  if (event.detail.target.id !== "timeline") return;
  requestAnimationFrame(() => {
    enlarge(0);
    document.querySelector(".lanes").scrollLeft = scrolled;
    place(Number(field("playhead").value || 0));
    show();
  });
});

place(0);
