() => {
  const faults = [];
  const wide = innerWidth, high = innerHeight;
  const boxOf = (one) => one.getBoundingClientRect();
  const scrolledAway = (one) => one.closest("#answers") && boxOf(one).top >= boxOf(one.closest("#answers")).bottom - 1;
  const shown = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility({ visibilityProperty: true }) && boxOf(one).width && !scrolledAway(one));
  const nameOf = (one) => one.id || one.dataset.word || one.className || one.tagName;
  const inside = (box) => box.left >= -0.5 && box.top >= -0.5 && box.right <= wide + 0.5 && box.bottom <= high + 0.5;
  const root = document.documentElement;
  if (root.scrollWidth > wide || root.scrollHeight > high || scrollY) faults.push(`the page is ${root.scrollWidth} x ${root.scrollHeight}`);

  const ON_TURN = ":is(#own, #centre) .holds";
  for (const one of shown(`#box, #put-away, #panel, #lamp, .knob, #reader, #hint, #next, #ahead, #show-new, #show-drawer, ${ON_TURN}`)) if (!inside(boxOf(one))) faults.push(`${nameOf(one)} is out of view`);
  if (!shown(ON_TURN).length) faults.push("no hand on turn");

  // What belongs together may overlap: cards of a hand, a trick's cards, the parts of the box.
  const groups = Object.entries({
    box: "#box, #put-away", name: "#own header h2", turner: "#own header .quiet:not(.many)", hand: "#own .hand .card", lower: "#own .lower .card", fists: "#own .drinks",
    heaps: ".heap > *", trump: ".trump > *", last: ".last", shelf: "#centre", said: "#remark", answers: "#answers > *", told: "#own :is(.fact, .won, .score)", steps: "#steps > :not(:empty), #onwards > *", bar: ".bar",
  }).map(([name, selector]) => [name, shown(selector).filter((one) => name !== "said" || one.textContent)]);
  groups.push(...shown("#others > *").map((one) => [one.textContent.slice(0, 3), [one]]));
  groups.push(...shown("#trick .play").map((one) => [`play of ${one.textContent.slice(-3)}`, [one, ...one.querySelectorAll(".card")]]));
  const overlap = (a, b) => Math.min(a.right - b.left, b.right - a.left, a.bottom - b.top, b.bottom - a.top) > 1;
  groups.forEach(([name, ones], at) => {
    for (const [other, theirs] of groups.slice(at + 1))
      if (ones.some((one) => theirs.some((their) => overlap(boxOf(one), boxOf(their))))) faults.push(`${name} lies over ${other}`);
  });
  for (const one of shown("#remark, .bar p, .seat h2, .seat .tag, .score, .fact, #next, #answers button, #own .crate .drink")) {
    const spare = parseFloat(getComputedStyle(one).lineHeight) / 4;
    if (one.scrollHeight > one.clientHeight + spare || one.scrollWidth > one.clientWidth + 1) faults.push(`“${one.textContent}” is cut off`);
  }
  const text = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), small = new Set();
  while (text.nextNode()) {
    const one = text.currentNode.parentElement;
    if (text.currentNode.data.trim() && !one.closest(".card, svg, .for-ears, option") && one.checkVisibility({ visibilityProperty: true }) && parseFloat(getComputedStyle(one).fontSize) < 12) small.add(nameOf(one));
  }
  if (small.size) faults.push(`letters under 12 px: ${[...small].join(", ")}`);
  for (const place of shown("#others > *, #own header"))
    for (const one of place.querySelectorAll(".card, .slot, .won, .score, .many, #others .fact"))
      if (one.checkVisibility() && boxOf(one).bottom > boxOf(place).bottom + 2) { faults.push(`${nameOf(place)} is too small for ${nameOf(one)}`); break; }
  const table = boxOf(document.getElementById("table"));
  for (const one of shown("#others > *, #trick .card, .heap, #centre .card")) if (boxOf(one).top < table.top - 1 || boxOf(one).bottom > table.bottom + 1) faults.push(`${nameOf(one)} leaves the table`);

  // A click a little below the upper edge of a card takes it, over so many pixels.
  const phone = wide <= 480;
  for (const one of shown(ON_TURN).filter((card) => !card.matches(".bone"))) {
    const stands = one.closest("#centre");
    const box = boxOf(stands ? one : one.querySelector(".card"));
    const y = box.top + (stands ? box.height / 2 : 12);
    let hit = 0;
    for (let x = box.left + 0.5; x < box.right; x += 2) hit += document.elementFromPoint(x, y)?.closest(".holds") === one ? 2 : 0;
    const least = phone && !one.closest(".lower, #centre") ? 32 : 24;
    if (hit < least - 2) faults.push(`${nameOf(one)} is hit over ${hit} px`);
  }
  for (const one of shown(".knob, #next, #hint, #ahead, #show-new, #show-drawer, #reader-spot, #own .tag")) {
    const box = boxOf(one), least = one.matches(".tag") ? 24 : 32;
    if (box.width < least - 0.5 || box.height < least - 0.5) faults.push(`${nameOf(one)} is ${box.width} x ${box.height}`);
  }
  const scale = boxOf(document.getElementById("panel")).width / 128 * devicePixelRatio;
  if (Math.abs(scale - Math.round(scale)) > 0.001) faults.push(`a pixel of the panel has ${scale} dots`);
  return faults;
}
