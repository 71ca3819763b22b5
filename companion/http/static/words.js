// Texts in the language of the page. English stands in the program; another language comes as a catalogue.

/** The language of the page, as its code: "en", "de". */
export const language = document.documentElement.lang;

const plural = new Intl.PluralRules(language);
const AGAIN_MS = 1000;

/**
 * What is read of a file, which is asked for until it comes.
 * @type {<T>(file: string, read: (answer: Response) => Promise<T>) => Promise<T>}
 */
export const insist = (file, read) =>
  fetch(file).then((answer) => answer.ok ? read(answer) : Promise.reject()).catch(() =>
    new Promise((comes) => setTimeout(comes, AGAIN_MS * (1 + Math.random()))).then(() => insist(file, read))
  );

/** @type {Record<string, any>} */
const catalogue = language === "en" ? {} : await insist("/words.json", (answer) => answer.json());
/** @type {(form: string, values: Record<string, string | number>) => string} */
const fill = (form, values) => form.replace(/\{(\w+)\}/g, (gap, name) => String(values[name] ?? gap));

/** A text whose gaps "{who}" are filled by `values`. @type {(text: string, values?: Record<string, any>) => string} */
export function tr(text, values = {}) {
  return fill(catalogue[text] ?? text, values);
}

/**
 * A text that means something else elsewhere, as the head of a column and a button.
 * @type {(context: string, text: string) => string}
 */
export const trAs = (context, text) => catalogue[`${context}\u0004${text}`] ?? text;

/** What is counted, by the word of the score chart. @type {(counted: string) => string} */
export const unitOf = (counted) => ({ points: tr("points"), "cards left": tr("cards left") })[counted] ?? tr(counted);

/**
 * A text that depends on a number, which fills the gap "{n}": one of something, or several.
 * @type {(one: string, several: string, n: number, values?: Record<string, string | number>) => string}
 */
export function trN(one, several, n, values = {}) {
  const [single, more] = catalogue[one] ?? [one, several];
  return fill(plural.select(Math.abs(n)) === "one" ? single : more, { n, ...values });
}

// A name in letters that are written from right to left: set apart, it changes places with no name or number beside it.
const LETTERS = "[\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1efff}]+";
const FROM_THE_RIGHT = new RegExp(`${LETTERS}(?:[ .'’-]${LETTERS})*`, "gu");

// French has a space before these, at which no line may break; "75 : 45" is a score.
const BEFORE_A_SIGN = / (?=[?!;»])|(?<!\d) (?=:)|(?<=«) /g;

/**
 * A text or a number as it is shown: with true minus signs, and each name from right to left apart from what is beside it.
 * @type {(text: number | string) => string}
 */
export const plain = (text) =>
  String(text).replace(/(?<![\w-])-(?=\d)/g, "−").replace(FROM_THE_RIGHT, "\u2068$&\u2069")
    .replace(BEFORE_A_SIGN, "\u202f");
