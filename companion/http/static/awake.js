// Keeps the screen on. Browsers allow it on a secure page only: on the computer of the table itself, or by https.

/** @type {WakeLockSentinel | null} */
let lock = null;
let wanted = false;

/** Keep the screen on from now on, or let it darken again. @type {(on: boolean) => void} */
export function keepAwake(on) {
  if (on === wanted) return;
  wanted = on;
  lockAsWanted();
}

/** A lock is lost where the page is not seen. */
async function lockAsWanted() {
  if (wanted && !document.hidden) lock = (await navigator.wakeLock?.request("screen").catch(() => null)) ?? null;
  if (!wanted) lock?.release().catch(() => {}); // perhaps only since the browser was asked
}

document.addEventListener("visibilitychange", lockAsWanted);
