import { expect, it } from "vitest";
import { merge } from "./useConflict";

interface Values {
  beds: string;
  rooms: string;
  tags: string[];
  typed: string;
}
const base: Values = { beds: "4", rooms: "2", tags: ["Eye"], typed: "" };
const versions = {
  fields: { beds: "Beds", rooms: "Rooms", tags: "Tags" },
  along: { tags: ["typed"] } as const,
  textOf: (_: string, value: unknown) => (Array.isArray(value) ? value.join(", ") : String(value)),
  reread: () => Promise.resolve(base),
};
const merged = (mine: Partial<Values>, theirs: Partial<Values>) =>
  merge(versions, base, { ...base, ...mine }, { ...base, ...theirs });

it("merges different fields of two people", () => {
  const { clashes, merged: both } = merged({ rooms: "44" }, { beds: "55" });
  expect(clashes).toEqual([]);
  expect(both).toEqual({ ...base, rooms: "44", beds: "55" });
});

it("asks about fields that both changed differently", () => {
  const { clashes, merged: both } = merged({ beds: "9", tags: [] }, { beds: "55", tags: ["Eye", "Ear"], rooms: "7" });
  expect(clashes).toEqual([
    { name: "beds", label: "Beds", parts: ["beds"], mine: "9", theirs: "55" },
    { name: "tags", label: "Tags", parts: ["tags", "typed"], mine: "", theirs: "Eye, Ear" },
  ]);
  expect(both).toEqual({ beds: "9", rooms: "7", tags: [], typed: "" });
});

it("asks nothing if both changes are equal", () => {
  expect(merged({ beds: "55" }, { beds: "55" }).clashes).toEqual([]);
});

it("keeps fields of the form only", () => {
  expect(merged({ typed: "card" }, { beds: "55" }).merged).toEqual({ ...base, typed: "card", beds: "55" });
});
