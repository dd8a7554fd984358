// The player: the paused frame is a still of the revision at the playhead, and Play shows the film of that revision.

const monitor = document.getElementById("monitor");
const [still, film] = [monitor.querySelector(".screen-still"), monitor.querySelector(".screen-film")];
const playKey = monitor.querySelector("[data-go=play]");
const says = monitor.querySelector("[data-says]");
const figure = (name) => Number(document.querySelector(".tracks").dataset[name]);
const last = () => Math.max(0, figure("end") - 1);
const playhead = () => Math.min(last(), Number(field("playhead").value || 0));
const playing = () => !film.paused;

function show(what, words) {
  monitor.dataset.shows = what;
  if (says.textContent !== words) says.textContent = says.title = words;
}

// The still: one request at a time, then the newest wish; what is on the screen stays until the next picture is there.
let looking = false;
let seen = "";
let late = 0; // so many times in a row it could not be drawn just now
async function look() {
  if (!figure("end")) return show("sketch", "Nothing to see yet");
  const revision = document.getElementById("timeline").dataset.revision;
  const address = `${monitor.dataset.frames.replace("0.jpg", `${playhead()}.jpg`)}?rev=${revision}`;
  if (looking || playing() || address === seen) return;
  looking = true;
  const why = await drawn(address).catch(unreached);
  later();
  if (!playing()) {
    show(why ? "sketch" : "still", why ? `Sketch, not a render. ${why}` : `Rendered from revision ${revision}`);
    if (why) document.body.dispatchEvent(new CustomEvent("sketch"));
  }
  [seen, looking] = [address, false];
  look();
}

function unreached() {
  late += 1;
  return "The server could not be reached.";
}

// What could not be drawn is asked for again: soon, then less and less often, and when the server is there again.
let timer;
function later() {
  clearTimeout(timer);
  if (late) timer = setTimeout(again, 1000 * Math.min(60, 2 ** late));
}
function again() {
  if (late) seen = "";
  look();
}
document.addEventListener("htmx:wsOpen", again);
addEventListener("online", again);

// Puts a still on the screen; says why there is none.
async function drawn(address) {
  const answer = await fetch(address);
  late = answer.status < 500 ? 0 : late + 1;
  const kind = answer.headers.get("Content-Type") ?? "";
  if (!answer.ok && kind.startsWith("text/plain")) return answer.text();
  if (!answer.ok) return late ? "The server is away for a moment." : "It is no longer here; reload the page.";
  if (!kind.startsWith("image/")) return "Sign in again to see it.";
  still.src = address; // from the browser's cache
  still.alt = `Frame at ${timecode(playhead())}`;
  await still.decode();
  return "";
}

// The film: asked for with the form beside it, shown when it is there.
let wished = false;
function play() {
  const there = document.getElementById("film");
  wished = !there.dataset.src;
  if (wished) return there.querySelector("form")?.requestSubmit();
  if (film.getAttribute("src") !== there.dataset.src) film.src = there.dataset.src;
  film.playbackRate = 1;
  film.currentTime = playhead() < last() ? middle(playhead()) : 0;
  film.play().catch((error) => {
    if (error.name !== "AbortError") says.textContent = error.name === "NotAllowedError" ? "Ready. Press Play." : "This browser cannot play the preview.";
  });
  film.requestVideoFrameCallback(follow);
}
const middle = (frame) => (frame + 0.5) / figure("fps");

let followed = -1;
function follow(now, frame) {
  if (!playing()) return;
  show("film", `Preview of revision ${document.getElementById("film").dataset.state}`);
  followed = Math.min(last(), Math.floor(frame.mediaTime * figure("fps") + 0.01));
  place(followed);
  reveal();
  film.requestVideoFrameCallback(follow);
}

function pause() {
  film.pause();
  look();
}

film.addEventListener("ended", () => place(last()));
for (const moment of ["play", "pause", "ended"]) {
  film.addEventListener(moment, () => {
    playKey.setAttribute("aria-pressed", String(playing()));
    playKey.setAttribute("aria-label", playing() ? "Pause" : "Play");
    look();
  });
}

document.body.addEventListener("playhead", () => {
  monitor.querySelector("[data-timecode]").textContent = timecode(playhead());
  if (playing() && playhead() !== followed) film.currentTime = middle(playhead());
  look();
});

// How far the film is has been told anew: it is there, or it is that of another revision.
document.addEventListener("htmx:load", (event) => {
  const there = event.detail.elt;
  if (there.id !== "film") return;
  if (film.src && !there.dataset.src) {
    film.pause();
    film.removeAttribute("src");
    film.load();
  }
  if ("underWay" in there.dataset) return;
  wished = wished && !there.querySelector(".film-fault");
  if (wished) play(); // shows it, or asks again: a clip's stand-in that has come makes it another film
});

const GO = {
  play: () => (playing() ? pause() : play()),
  pause: () => pause(),
  faster: () => (playing() ? (film.playbackRate = Math.min(4, film.playbackRate * 2)) : play()),
  "-frame": () => step(-1),
  "+frame": () => step(1),
  "-second": () => step(-Math.round(figure("fps"))),
  "+second": () => step(Math.round(figure("fps"))),
  start: () => place(0),
  end: () => place(last()),
};
function step(frames) {
  film.pause();
  place(Math.min(last(), playhead() + frames));
  reveal();
}

const KEYS = { " ": "play", k: "pause", l: "faster", j: "-second", ArrowLeft: "-frame", ArrowRight: "+frame", Home: "start", End: "end" };
document.addEventListener("keydown", (event) => {
  const busy = event.target.closest("input, textarea, select, dialog, .flow") || event.defaultPrevented;
  const pressed = event.key === " " && event.target.closest("button, a, summary, [role=button]");
  if (busy || pressed || event.ctrlKey || event.metaKey || event.altKey) return;
  const go = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (!go) return;
  event.preventDefault();
  GO[event.shiftKey ? go.replace("frame", "second") : go]();
});
monitor.addEventListener("click", (event) => {
  if (event.target.closest("#film button")) wished = false;
  const key = event.target.closest("[data-go]");
  if (key) GO[key.dataset.go]();
});

look();
