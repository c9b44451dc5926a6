import { expect, it } from "vitest";

const sources = import.meta.glob<string>(["../screens/**/*.{ts,tsx}", "../ui/**/*.{ts,tsx}", "!**/*.test.*"], {
  query: "?raw",
  import: "default",
  eager: true,
});
/** What the contract says and api/gen hands over: lengths, and patterns that count. */
const typedAgain = [/\b(?:max|min)Length[=:]\s*\{?\d/, /\bwords\(\d/, /\bslice\(0, \d{2,}\)/, /[\])]\{\d+\}\$\//];

it.each(Object.keys(sources))("%s types no limit of the contract a second time", (file) => {
  const lines = (sources[file] ?? "").split("\n");
  expect(lines.filter((line) => typedAgain.some((pattern) => pattern.test(line)))).toEqual([]);
});
