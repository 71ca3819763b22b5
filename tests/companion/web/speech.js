// In place of the browser's voice, which has none without a head: what is said, and what is cut off. A test ends each
// sentence by `window.endSentence()`.
window.said = [];
const { speechSynthesis } = window;
let now = null;
speechSynthesis.speak = (one) => {
  now = one;
  window.said.push({ text: one.text, lang: one.lang });
};
speechSynthesis.cancel = () => {
  window.said.push({ cut: now?.text ?? "" });
  now = null;
};
window.endSentence = () => {
  const ended = now;
  now = null;
  ended?.onend();
  return Boolean(ended);
};
