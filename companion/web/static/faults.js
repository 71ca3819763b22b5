// The switchboard of faults.

import { $, make } from "./dom.js";
import { order } from "./orders.js";

let switches = "";

/** Draw the switches anew where one of them changed. */
export function showFaults(faults) {
  const text = JSON.stringify(faults);
  if (text === switches) return;
  switches = text;
  const focused = document.activeElement?.value;
  $("faults").replaceChildren(...faults.map(faultSwitch));
  if (focused) [...$("faults").querySelectorAll("input")].find((one) => one.value === focused)?.focus();
}

function faultSwitch(fault) {
  const box = Object.assign(make("input"), { type: "checkbox", value: fault.name, checked: fault.on });
  box.addEventListener("change", () => order({ do: "fault", name: fault.name }));
  return make(
    "label",
    "tick",
    "",
    box,
    make("span", "", "", make("b", "", fault.name), make("span", "", ` ${fault.sentence}`)),
  );
}
