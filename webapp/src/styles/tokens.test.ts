import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const css = readFileSync(`${import.meta.dirname}/tokens.css`, "utf8");

const [light = "", dark = ""] = css.split(":root.bp6-dark");
const colour = (block: string, name: string) => new RegExp(`--co-${name}: (#[0-9a-f]+)`).exec(block)?.[1] ?? "";

/** By WCAG 2.2. */
function luminance(hex: string): number {
  const long = hex.length === 4 ? hex.replace(/[0-9a-f]/g, "$&$&") : hex;
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(long.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
function contrast(first: string, second: string): number {
  const [bright = 0, dim = 0] = [luminance(first), luminance(second)].sort((a, b) => b - a);
  return (bright + 0.05) / (dim + 0.05);
}

it.each([
  ["light", light],
  ["dark", dark],
])("border of a field is visible in the %s theme", (_, block) => {
  for (const edge of ["field-rule", "field-rule-hover"])
    for (const ground of ["field", "page", "surface"])
      expect(contrast(colour(block, edge), colour(block, ground)), `${edge} on ${ground}`).toBeGreaterThanOrEqual(3);
});

it("disabled main button is readable", () => {
  const ground = /--bp-intent-primary-disabled: (#[0-9a-f]+)/.exec(light)?.[1] ?? "";
  expect(contrast(ground, "#ffffff")).toBeGreaterThanOrEqual(4.5);
});

it.each([
  ["light", light],
  ["dark", dark],
])("waiting status is orange and readable in the %s theme", (_, block) => {
  const orange = colour(block, "doubt");
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(orange.slice(at, at + 2), 16));
  const hue = (60 * (green - blue)) / (red - blue);
  expect(hue, orange).toBeGreaterThan(20);
  expect(hue, orange).toBeLessThan(40);
  expect(contrast(orange, colour(block, "surface"))).toBeGreaterThanOrEqual(4.5);
});
