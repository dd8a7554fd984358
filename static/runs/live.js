// What is live on the pages of a composition and of a run: only what a page has a place for is let through from the socket.

htmx.defineExtension("known", {
  transformResponse(text, request) {
    if (request) return text;
    const sent = document.createElement("template");
    sent.innerHTML = text;
    for (const fragment of [...sent.content.children]) {
      const here = document.getElementById(fragment.id);
      if (!here) unknown(fragment.id);
      // Where a form has just been sent the answer is on its way, and newer than this.
      if (!here || here.querySelector(".htmx-request")) fragment.remove();
    }
    return sent.innerHTML;
  },
});

// A card that was asked for in another tab: the conversation is read again, unless this tab's own answer brings it.
function unknown(id) {
  if (!id.startsWith("card-")) return;
  setTimeout(() => {
    const waiting = document.querySelector(".thinking.htmx-request");
    if (!waiting && !document.getElementById(id)) document.body.dispatchEvent(new CustomEvent("missed"));
  }, 500);
}

// Soon and for ever, each page at a moment of its own: what was missed is read when the socket is there again.
htmx.config.wsReconnectDelay = (tries) => Math.min(3000, 500 * 2 ** tries) * (0.5 + Math.random() / 2);

function live(state, word) {
  const sign = document.getElementById("live");
  if (!sign) return;
  sign.dataset.live = state;
  sign.querySelector("[data-live-word]").textContent = word;
}
document.addEventListener("htmx:wsOpen", () => live("live", "Live"));
document.addEventListener("htmx:wsClose", (event) => {
  const gone = event.detail.event.code === 4404;
  live("lost", gone ? "Closed. Reload the page" : "Reconnecting");
});

// While a card is looked at, the timeline shows what its plan would do to the clips that are there.
function point(card) {
  for (const clip of document.querySelectorAll(".tracks [data-mark]")) delete clip.dataset.mark;
  for (const touched of card?.dataset.touched?.split(" ") ?? []) {
    const colon = touched.lastIndexOf(":");
    const clip = document.querySelector(`.tracks [data-item="${CSS.escape(touched.slice(0, colon))}"]`);
    if (clip) clip.dataset.mark = touched.slice(colon + 1);
  }
}
for (const moment of ["pointerover", "focusin"]) {
  document.addEventListener(moment, (event) => point(event.target.closest(".card")));
}

// Who is on a card by keyboard stays on it when it comes anew: at what says the same, or else at the card itself.
let hand = null;
document.addEventListener("focusin", ({ target }) => {
  const card = target.matches(":focus-visible") && target.closest(".card");
  hand = card ? { card: card.id, words: target.textContent } : null;
});
document.addEventListener("pointerdown", () => (hand = null));
document.addEventListener("htmx:load", (event) => {
  const card = event.detail.elt;
  if (!hand || card.id !== hand.card || document.activeElement !== document.body) return;
  card.tabIndex = -1;
  const same = [...card.querySelectorAll("button, summary, a")].find((one) => one.textContent === hand.words);
  (same ?? card).focus({ preventScroll: true });
});
