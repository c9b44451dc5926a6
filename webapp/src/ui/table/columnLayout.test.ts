import { describe, expect, it } from "vitest";
import { arrangeColumns, type ColumnChoice, columnChoices } from "./columnLayout";
import { column } from "./columns";
import type { Column } from "./columnTypes";

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
    "name",
    "Name",
    200,
    ({ name }) => name,
    ({ id }) => `/towns/${id}`,
  ),
  column.text("place.city", "City", 100, ({ place }) => place?.city, { copy: true }),
  column.money("people", "People", 100, ({ people }) => people),
  column.day("founded", "Founded", 100, ({ founded }) => founded),
  column.status("open", "Open", 100, ({ open }) => ({ text: open ? "open" : "closed", tone: open ? "good" : "bad" })),
  column.tags("tags", "Tags", 100, ({ tags }) => [...tags.map(({ name }) => name), "more"]),
  column.actions("Actions", 90, ({ id }) => id),
];
const seen = (all: readonly { name: string; shown: boolean }[]) =>
  all.filter(({ shown }) => shown).map(({ name }) => name);

describe("column", () => {
  it("is named by its first field and exports all of them", () => {
    const noted = column.text<Town>(["name", "founded"], "Noted", 9, ({ name }) => name, {
      note: ({ founded }) => founded,
    });
    const listed = column.custom<Town>("tags.0.name", "First tag", 9, ({ tags }) => tags[0]?.name);
    expect(arrangeColumns([...columns, noted, listed], undefined).map(({ name, fields }) => [name, ...fields])).toEqual(
      [
        ["name", "name"],
        ["place.city", "place.city"],
        ["people", "people"],
        ["founded", "founded"],
        ["open", "open"],
        ["tags", "tags"],
        ["name", "name", "founded"],
        ["tags.0.name", "tags.0.name"],
        ["actions"],
      ],
    );
  });

  it("can only name fields of its row", () => {
    // @ts-expect-error There is no such field.
    column.text<Town>("place.country", "Country", 9, ({ name }) => name);
    // @ts-expect-error A column names at least one field.
    column.text<Town>([], "Nothing", 9, ({ name }) => name);
  });
});

const choice = (name: string, settings: Partial<ColumnChoice> = {}) => ({
  name,
  shown: true,
  width: null,
  ...settings,
});

describe("columns of a list", () => {
  it("have the default order without a layout", () => {
    expect(arrangeColumns(columns, undefined).map(({ column: arranged }) => arranged)).toEqual(columns);
  });

  it("have the stored order, then new ones, then actions", () => {
    const choices = [choice("actions"), choice("people"), choice("name", { shown: false }), choice("gone")];
    expect(seen(arrangeColumns(columns, choices))).toEqual([
      "people",
      "place.city",
      "founded",
      "open",
      "tags",
      "actions",
    ]);
  });

  it("have exactly the stored width", () => {
    const [first] = arrangeColumns(columns, [choice("name", { width: 320 })]);
    expect(first?.column).toMatchObject({ header: "Name", width: 320, grow: 0 });
  });

  it("are all visible if none would be", () => {
    const none = arrangeColumns(columns, undefined).map(({ name }) => choice(name, { shown: false }));
    expect(seen(arrangeColumns(columns, none))).toHaveLength(columns.length);
  });

  it("are not stored if equal to the default", () => {
    const choices = [choice("people")];
    expect(columnChoices(arrangeColumns(columns, choices), columns)[0]).toEqual({
      name: "people",
      shown: true,
      width: null,
    });
    expect(columnChoices(arrangeColumns(columns, undefined), columns)).toEqual([]);
  });
});
