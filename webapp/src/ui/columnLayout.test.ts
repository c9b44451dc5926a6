import { describe, expect, it } from "vitest";
import { arrangeColumns, columnChoices, columnFields } from "./columnLayout";
import { column } from "./columns";
import type { Column } from "./DataTable";

interface Town {
  id: number;
  name: string;
  place: { city: string | null } | null;
  people: number | null;
  founded: string;
  open: boolean;
  tags: { name: string }[];
  at: string;
}
const columns: Column<Town>[] = [
  column.link(
    "Name",
    200,
    ({ name }) => name,
    ({ id }) => `/towns/${id}`,
  ),
  column.text("City", 100, ({ place }) => place?.city, { copy: true }),
  column.money("People", 100, ({ people }) => people),
  column.day("Founded", 100, ({ founded }) => founded),
  column.status("Open", 100, ({ open }) => ({ text: open ? "open" : "closed", tone: open ? "good" : "bad" })),
  column.tags("Tags", 100, ({ tags }) => [...tags.map(({ name }) => name), "more"]),
  column.actions("Actions", 90, ({ id }) => id),
];
const seen = (all: readonly { name: string; shown: boolean }[]) =>
  all.filter(({ shown }) => shown).map(({ name }) => name);

describe("a column", () => {
  it("is named by the fields it shows", () => {
    expect(columns.map(columnFields)).toEqual([
      ["name"],
      ["place.city"],
      ["people"],
      ["founded"],
      ["open"],
      ["tags"],
      [],
    ]);
  });

  it("tells all it is put together from, and what it is drawn from where it says nothing else", () => {
    const whole: Column<Town> = { header: "Whole", width: 9, cell: ({ name, place }) => `${name}, ${place?.city}` };
    expect(columnFields(whole)).toEqual(["name", "place.city"]);
    const noted = column.text<Town>("Noted", 9, ({ name }) => name, { note: ({ founded }) => founded.slice(0, 4) });
    expect(columnFields(noted)).toEqual(["name", "founded"]);
    const list: Column<Town> = { header: "List", width: 9, cell: ({ tags }) => tags[0]?.name.toUpperCase() };
    expect(columnFields(list)).toEqual(["tags.0.name"]);
  });

  it("that does not take what it is given is still named by what it read", () => {
    const strict: Column<Town> = {
      header: "Strict",
      width: 9,
      cell: ({ people }) => {
        if (typeof people !== "number") throw new Error("no number");
        return people;
      },
    };
    expect(columnFields(strict)).toEqual(["people"]);
  });
});

describe("a list's columns", () => {
  it("are as they come where nothing is wanted", () => {
    expect(arrangeColumns(columns, undefined).map(({ column: one }) => one)).toEqual(columns);
  });

  it("stand in the wanted order, new ones behind, actions last", () => {
    const wanted = [{ name: "actions" }, { name: "people" }, { name: "name", shown: false }, { name: "gone" }];
    expect(seen(arrangeColumns(columns, wanted))).toEqual([
      "people",
      "place.city",
      "founded",
      "open",
      "tags",
      "actions",
    ]);
  });

  it("have the wanted width, and take no other room then", () => {
    const [first] = arrangeColumns(columns, [{ name: "name", width: 320 }]);
    expect(first?.column).toMatchObject({ header: "Name", width: 320, grow: 0 });
  });

  it("are all seen where none would be", () => {
    const none = columns.map((one) => ({ name: columnFields(one)[0] ?? "actions", shown: false }));
    expect(seen(arrangeColumns(columns, none))).toHaveLength(columns.length);
  });

  it("are nothing to keep once they are as they come again", () => {
    const wanted = [{ name: "people" }];
    expect(columnChoices(arrangeColumns(columns, wanted), columns)[0]).toEqual({
      name: "people",
      shown: true,
      width: null,
    });
    expect(columnChoices(arrangeColumns(columns, undefined), columns)).toEqual([]);
  });
});
