// The chat: Enter sends, the newest words stay in sight, and what was typed shows at once.

const flow = document.getElementById("flow");
const words = document.querySelector("#composer textarea");

// To the end; but where the newest answer is taller than the panel, to its beginning.
function follow() {
  const newest = document.querySelector("#entries > li:last-child");
  const stacked = flow.scrollHeight <= flow.clientHeight + 1;
  const tall = newest && newest.offsetHeight > (stacked ? innerHeight - 200 : flow.clientHeight);
  if (!stacked) flow.scrollTop = tall ? newest.offsetTop - flow.offsetTop - 8 : flow.scrollHeight;
  else if (spoken) (tall ? newest : document.getElementById("latest")).scrollIntoView({ block: tall ? "start" : "end" });
}
let spoken = false;

// What is filled in later (a transcript, a picture) moves the end: whoever was there stays there. A scroll is told after
// more has come, and is judged by the height that it was made in.
let atTheEnd = true;
let height = flow.scrollHeight;
flow.addEventListener("scroll", () => {
  atTheEnd = Math.min(height, flow.scrollHeight) - flow.scrollTop - flow.clientHeight < 4;
});
const grown = new ResizeObserver(() => {
  if (atTheEnd) follow();
  height = flow.scrollHeight;
});
grown.observe(document.getElementById("entries"));
document.addEventListener("htmx:load", (event) => event.detail.elt.id === "entries" && grown.observe(event.detail.elt));

words.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  if (!words.form.querySelector("[type=submit]").disabled) words.form.requestSubmit();
});

const says = (event) => event.detail.target?.id === "entries" && event.detail.requestConfig?.verb === "post";

document.addEventListener("htmx:beforeRequest", (event) => {
  if (!says(event)) return;
  spoken = true;
  const text = event.detail.requestConfig.parameters.text || "";
  document.getElementById("fault").replaceChildren();
  if (!text.trim()) return;
  const bubble = document.createElement("li");
  bubble.className = "bubble bubble-person is-pending";
  bubble.textContent = text;
  document.getElementById("entries").append(bubble);
  if (event.detail.elt.id === "composer") words.value = "";
  follow();
});

document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.target.id === "entries") document.querySelector(".is-pending")?.remove();
});

document.addEventListener("htmx:afterRequest", (event) => {
  if (!says(event)) return;
  document.querySelector(".is-pending")?.remove();
  if (!event.detail.successful && event.detail.elt.id === "composer" && !words.value) {
    words.value = event.detail.requestConfig.parameters.text || "";
  }
  for (const chip of document.querySelectorAll(".bubble:not(:last-child) .choices button")) chip.disabled = true;
  follow();
});

follow();
if (matchMedia("(min-width: 861px)").matches) words.focus({ preventScroll: true });
