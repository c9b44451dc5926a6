import { expect, it } from "vitest";
import { draftText } from "./draftText";

it("lists the named fields and their values", () => {
  const shown = {
    fields: { title: "Heading", text: "Description" },
    textOf: (_: string, value: unknown) => String(value),
  };
  const values = { title: "A simpler heart check", text: "Two hospitals\n\ntried it. ".repeat(6), tag: "Hea" };
  expect(draftText(values, shown)).toBe(
    "Heading: A simpler heart check · Description: Two hospitals tried it. Two hospitals tried it. Two hospital…",
  );
});

it("lists texts and names without labels, and leaves out choices, days and switches", () => {
  const values = {
    type: "GENERAL",
    day: "2026-11-20",
    published: "yes",
    all_day: true,
    name: "Moga",
    tags: [{ name: "Heart" }, { name: "Eyes" }],
  };
  expect(draftText(values)).toBe("Moga · Heart, Eyes");
});

it("is short for any input", () => {
  expect(draftText({ a: "one", b: "two", c: "three", d: "four" })).toBe("one · two · three · …");
});
