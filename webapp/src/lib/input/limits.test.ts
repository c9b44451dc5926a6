import { expect, it } from "vitest";

// Only lib/ may contain the format of a day, a GSTIN or an id in an address.
const sources = import.meta.glob<string>(
  ["../../{api,app,screens,ui}/**/*.{ts,tsx}", "!../../api/gen/**", "!**/*.test.*"],
  {
    query: "?raw",
    import: "default",
    eager: true,
  },
);
/** Values of the contract that api/gen provides: lengths, maximum counts and patterns. */
const typedAgain = [
  /\b(?:max|min)Length[=:]\s*\{?\d/,
  /\blongest = \d/,
  /\bwords\(\d/,
  /\bslice\(0, \d{2,}\)/,
  /[\])]\{\d+\}\$\//,
  /\\d\{\d*,\d+\}/,
  /\[1-9\]/,
];

it.each(Object.keys(sources))("%s repeats no limit of the contract", (file) => {
  const lines = (sources[file] ?? "").split("\n");
  expect(lines.filter((line) => typedAgain.some((pattern) => pattern.test(line)))).toEqual([]);
});
