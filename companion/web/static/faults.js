// The switchboard of faults.

import { $, make } from "./dom.js";
import { order } from "./orders.js";

/** @import { FaultSwitch } from "./views.d.ts" */

let switches = "";

/** Draw the switches anew where one of them changed. @type {(faults: FaultSwitch[]) => void} */
export function showFaults(faults) {
  const text = JSON.stringify(faults);
  if (text === switches) return;
  switches = text;
  const inputs = () => [...$("faults").querySelectorAll("input")];
  const focused = inputs().find((one) => one === document.activeElement)?.value;
  $("faults").replaceChildren(...faults.map(faultSwitch));
  inputs().find((one) => one.value === focused)?.focus();
}

/** @type {(fault: FaultSwitch) => HTMLElement} */
function faultSwitch(fault) {
  const box = Object.assign(make("input"), { type: "checkbox", value: fault.name, checked: fault.on });
  box.addEventListener("change", () => order({ do: "fault", name: fault.name }));
  const told = make("span", "", make("b", "", fault.name), make("span", "", ` ${fault.sentence}`));
  return make("label", "tick", box, told);
}
