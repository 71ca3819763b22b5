() => {
  const parse = (text) => [...text.matchAll(/rgba?\(([^)]+)\)/g)].map(([, one]) => {
    const [r, g, b, a = 1] = one.split(/[ ,/]+/).map(Number);
    return [r, g, b, a];
  });
  const over = ([r, g, b, a], [x, y, z]) => [r * a + x * (1 - a), g * a + y * (1 - a), b * a + z * (1 - a), 1];
  const light = (color) => {
    const [r, g, b] = color.map((part) => part / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ratio = (one, other) => {
    const [dark, bright] = [light(one), light(other)].sort((a, b) => a - b);
    return (bright + 0.05) / (dark + 0.05);
  };
  const known = new Map();
  /** All colours that may lie behind the text of an element: of a gradient every stop. */
  const behind = (element) => {
    if (!element) return [[255, 255, 255, 1]];
    if (!known.has(element)) {
      const style = getComputedStyle(element);
      const plain = behind(element.parentElement).map((below) => over(parse(style.backgroundColor)[0], below));
      const stops = parse(style.backgroundImage);
      const all = stops.length ? plain.flatMap((below) => stops.map((stop) => over(stop, below))) : plain;
      known.set(element, [...new Map(all.map((one) => [one.map(Math.round).join(), one])).values()]);
    }
    return known.get(element);
  };
  const found = [];
  const look = (element, text, pseudo) => {
    const [color] = parse(getComputedStyle(element, pseudo).color);
    const worst = Math.min(...behind(element).map((below) => ratio(over(color, below), below)));
    found.push([Math.round(worst * 100) / 100, text.trim().slice(0, 40), element.className || element.id || element.tagName]);
  };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { parentElement, textContent } = texts.currentNode;
    if (textContent.trim() && parentElement.checkVisibility()) look(parentElement, textContent);
  }
  for (const field of document.querySelectorAll("input:not([type=checkbox], [type=radio]), select")) {
    if (!field.checkVisibility()) continue;
    look(field, field.value || field.id);
    if (field.placeholder) look(field, field.placeholder, "::placeholder");
  }
  return found;
}
