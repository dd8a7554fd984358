// The chat: Enter sends, the newest words stay in sight, what was typed shows at once, and the socket's state is told.

const flow = document.getElementById("flow");
const words = document.querySelector("#composer textarea");

function follow() {
  const page = document.documentElement;
  if (flow.scrollHeight > flow.clientHeight + 1) flow.scrollTop = flow.scrollHeight;
  else if (page.scrollTop > 0) document.getElementById("latest").scrollIntoView({ block: "end" });
}

words.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  if (!words.form.querySelector("[type=submit]").disabled) words.form.requestSubmit();
});

const says = (event) => event.detail.target?.id === "entries" && event.detail.requestConfig?.verb === "post";

document.addEventListener("htmx:beforeRequest", (event) => {
  if (!says(event)) return;
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

function live(state, word) {
  const sign = document.getElementById("live");
  sign.dataset.live = state;
  sign.querySelector("[data-live-word]").textContent = word;
}
document.addEventListener("htmx:wsOpen", () => live("live", "Live"));
document.addEventListener("htmx:wsClose", (event) => {
  if (event.detail.event.code === 4404) live("lost", "Closed. Reload the page");
  else live("lost", "Reconnecting");
});

// A card that this tab has never seen was asked for in another tab: read the conversation again.
let asked = false;
document.addEventListener("htmx:oobErrorNoTarget", (event) => {
  if (!event.detail.content.id?.startsWith("card-") || document.querySelector(".thinking.htmx-request") || asked) return;
  asked = true;
  setTimeout(() => {
    asked = false;
    if (!document.getElementById(event.detail.content.id)) document.body.dispatchEvent(new CustomEvent("missed"));
  }, 400);
});

follow();
if (matchMedia("(min-width: 861px)").matches) words.focus({ preventScroll: true });
