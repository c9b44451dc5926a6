import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { proposableCalls } from "@/api/gen/proposableCalls";

const sources = import.meta.glob<string>(["../../screens/**/*.{ts,tsx}", "../**/*.{ts,tsx}"], {
  query: "?raw",
  eager: true,
});
const names = Object.keys(sources).filter((name) => !/\.test\.tsx?$/.test(name));
const textOf = (name: string) => readFileSync(new URL(name, import.meta.url), "utf8");
/** Each block of a `catch`, up to its closing brace. */
const catches = (text: string) =>
  [...text.matchAll(/^( *)\}? ?catch(?: \(\w+\))? \{\n([\s\S]*?)\n\1\}/gm)].map(([, , body = ""]) => body);
/** Ways to report a failure, all of which use `useRefusal`, and to leave it to the caller. */
const reports =
  /showError\(|fail(ed)?\(|fetchFailed\(|onRefused|onFailed|refus|throw |refuse\(|return (false|null|undefined|fetch|moveArticle)|setState|setError|setFailure/;

it("every proposable call is named by a form or question that can propose it", () => {
  const looks =
    /<(FormDialog|FormCard|RecordDialog|ConfirmDialog|ListQuestion|MoveToPosition)\b|useConfirmedAction|useDelet\w+|useRemov\w+/;
  const calls = Object.keys(proposableCalls);
  const named = names.filter((name) =>
    calls.some((call) => new RegExp(`call(=|: |=\\{.*)"${call}"`).test(textOf(name))),
  );
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((name) => !looks.test(textOf(name)))).toEqual([]);
});

it("no screen replaces the message of a refused change by its own", () => {
  const sends = names.filter((name) => /from "@\/api\/mutation"/.test(textOf(name)));
  const replaces = names.filter((name) => /new ApiError\((error|failure)\.status, \[\{ source/.test(textOf(name)));
  const fixed = sends.filter((name) => catches(textOf(name)).some((body) => !reports.test(body)));
  expect({ replaces, fixed }).toEqual({ replaces: [], fixed: [] });
});
