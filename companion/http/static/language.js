// The language of this page, which this browser remembers. Without a choice it is that of the box.

const KEPT_AS = "companion-language", KEPT_S = 365 * 24 * 3600;

// A cookie: so the page itself comes in that language. A link from elsewhere has it, too, as a navigation (Lax).
/** @type {(code: string) => string} */
const keep = (code) => (document.cookie = `${KEPT_AS}=${code}; Path=/; SameSite=Lax; Max-Age=${code ? KEPT_S : 0}`);

const keptCode = () =>
  document.cookie.split("; ").find((cookie) => cookie.startsWith(`${KEPT_AS}=`))?.slice(KEPT_AS.length + 1);
const atFirst = keptCode();

/**
 * Whether what a stream says of itself, a version and its language, is the language of this page, and nobody has chosen
 * since it was loaded: another tab may, or a window beside it.
 * @type {(stream: string) => boolean}
 */
export const isOwn = (stream) => stream.split(" ")[1] === document.documentElement.lang && keptCode() === atFirst;

/** A list of languages; what is chosen holds at once. @type {(list: HTMLSelectElement) => void} */
export function choosesLanguage(list) {
  list.value = [...list.options].find((option) => option.value === atFirst)?.value ?? "";
  list.addEventListener("change", () => {
    keep(list.value);
    location.reload(); // all that is said is said by the server: it stands there as before
  });
}
