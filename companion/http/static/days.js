// Dates in words, as people say them: "yesterday evening", "Saturday, 3 May". The reader's clock tells what today is.

import { make } from "./dom.js";
import { language, tr } from "./words.js";

const MOMENT = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)/;
const NIGHT_ENDS = 5; // what is played after midnight belongs to the evening before
const DAY_MS = 86_400_000;
const FIRST_YEAR = 2020; // a box whose clock was never set begins in 1970, or where it was switched off

/**
 * The parts of a time as a record notes it, "2026-05-03T20:15:00"; null: the clock was not set.
 * @type {(at: string) => { hour: number, date: Date } | null}
 */
function moment(at) {
  const [, year, month, day, hour] = (MOMENT.exec(at) ?? []).map(Number);
  return year >= FIRST_YEAR && !at.endsWith("?") ? { hour, date: evening(year, month - 1, day, hour) } : null;
}

/**
 * Noon of the day to which an hour belongs; in UTC, which has no summer time.
 * @type {(year: number, month: number, day: number, hour: number) => Date}
 */
function evening(year, month, day, hour) {
  return new Date(Date.UTC(year, month, day - (hour < NIGHT_ENDS ? 1 : 0), 12));
}

const TODAY = [tr("this morning"), tr("this afternoon"), tr("this evening")];
const YESTERDAY = [tr("yesterday morning"), tr("yesterday afternoon"), tr("yesterday evening")];

/** The part of the day: 0 morning, 1 afternoon, 2 evening. @type {(hour: number) => number} */
function part(hour) {
  if (hour < NIGHT_ENDS || hour >= 18) return 2;
  return hour < 12 ? 0 : 1;
}

/** When that was, seen from `now`. @type {(at: string | null | undefined, now?: Date) => string} */
export function inWords(at, now = new Date()) {
  const then = moment(at ?? "");
  if (!then) return tr("an evening");
  const today = evening(now.getFullYear(), now.getMonth(), now.getDate(), now.getHours());
  const days = Math.round((today.getTime() - then.date.getTime()) / DAY_MS);
  if (days === 0) return TODAY[part(then.hour)];
  if (days === 1) return YESTERDAY[part(then.hour)];
  return day(then.date, then.date.getUTCFullYear() !== today.getUTCFullYear());
}

/**
 * The day in words that stay true, for something to keep: never "yesterday".
 * @type {(at: string | null | undefined) => string}
 */
export function dayInWords(at) {
  const then = moment(at ?? "");
  return then ? day(then.date, true) : tr("An evening");
}

/** @type {(date: Date, year: boolean) => string} */
function day(date, year) {
  return date.toLocaleDateString(language === "en" ? "en-GB" : language, {
    weekday: "long",
    day: "numeric",
    month: "long",
    year: year ? "numeric" : undefined,
    timeZone: "UTC",
  });
}

/**
 * The day in words as an element: a `time`, or a `span` where no date is known.
 * @type {(at: string | null | undefined, now?: Date) => HTMLElement}
 */
export function when(at, now) {
  const words = inWords(at, now);
  return at && moment(at) ? Object.assign(make("time", "", words), { dateTime: at }) : make("span", "", words);
}

/** This moment as a record would note it. @type {(now?: Date) => string} */
export function asInRecord(now = new Date()) {
  /** @type {(number: number) => string} */
  const two = (number) => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}T${two(now.getHours())}:${
    two(now.getMinutes())
  }:00`;
}
