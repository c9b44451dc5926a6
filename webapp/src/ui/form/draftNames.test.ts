import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { saveDraftRules } from "@/api/gen/rules";

const source = join(import.meta.dirname, "../..");
const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((name) => /(?<!test)\.tsx$/.test(name));
const names = files.flatMap((name) =>
  [...readFileSync(join(source, name), "utf8").matchAll(/\bdraft=(?:\{([^\n]*)\}|("[^"]*"))$/gm)].flatMap(
    ([, expression = "", text = expression]) => [...text.matchAll(/["`]([^"`]+)["`]/g)].map(([, form = ""]) => form),
  ),
);

it("finds the drafts of the forms", () => expect(names.length).toBeGreaterThan(20));

it.each([...new Set(names)])("the server accepts the draft %s", (name) => {
  const form = name.replace(/\$\{[^}]*kind\}/g, "clinic").replace(/\$\{[^}]*\}/g, "41");
  expect(form).toMatch(saveDraftRules.form.pattern);
});
