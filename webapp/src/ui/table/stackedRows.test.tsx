import { render, screen, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { describe, expect, it } from "vitest";
import { arrangeColumns } from "./columnLayout";
import { column } from "./columns";
import type { Column } from "./columnTypes";
import { DataTable } from "./DataTable";

interface Town {
  name: string;
  city: string | null;
  state: string | null;
  people: number;
}
const columns: Column<Town>[] = [
  column.text("name", "Name", 200, ({ name }) => name),
  column.text("city", "City", 100, ({ city }) => city, { below: "Name" }),
  column.text("state", "State", 100, ({ state }) => state, { below: "Name" }),
  column.figure("people", "People", 100, ({ people }) => String(people)),
];
const rows: Town[] = [{ name: "Model Town", city: "Ludhiana", state: "Punjab", people: 12 }];

function show(shown: readonly Column<Town>[]) {
  render(
    <MemoryRouter>
      <DataTable caption="Towns" columns={shown} rows={rows} rowKey={({ name }) => name} />
    </MemoryRouter>,
  );
  const row = screen.getAllByRole("row")[1] as HTMLElement;
  return {
    headings: screen.getAllByRole("columnheader").map(({ textContent }) => textContent),
    cells: within(row)
      .getAllByRole("cell")
      .map(({ textContent }) => textContent),
  };
}
const shownOf = (choices: { name: string; shown?: boolean }[]) =>
  arrangeColumns(
    columns,
    choices.map((choice) => ({ shown: true, width: null, ...choice })),
  )
    .filter(({ shown }) => shown)
    .map((namedColumn) => namedColumn.column);

describe("a column that must stay on one line", () => {
  it("does not wrap, alone or above another one", () => {
    const oneLine = column.text<Town>("name", "Name", 200, ({ name }) => name, { wrap: false });
    for (const shown of [
      [oneLine],
      [oneLine, column.text<Town>("city", "City", 100, ({ city }) => city, { below: "Name" })],
    ]) {
      const { unmount } = render(
        <MemoryRouter>
          <DataTable caption="Towns" columns={shown} rows={rows} rowKey={({ name }) => name} />
        </MemoryRouter>,
      );
      expect(screen.getByText("Model Town").closest("[data-wrap]")).toBeNull();
      unmount();
    }
  });
});

describe("columns that share a cell", () => {
  it("share the cell and the heading", () => {
    expect(show(columns)).toEqual({ headings: ["NameCityState", "People"], cells: ["Model TownLudhianaPunjab", "12"] });
  });

  it("are separate in a saved view that hides the upper one", () => {
    const { headings } = show(shownOf([{ name: "name", shown: false }]));
    expect(headings).toEqual(["City", "State", "People"]);
  });

  it("are separate in a saved view with another order", () => {
    const { headings } = show(shownOf([{ name: "name" }, { name: "people" }, { name: "city" }, { name: "state" }]));
    expect(headings).toEqual(["Name", "People", "City", "State"]);
  });

  it("omit those hidden by a saved view", () => {
    const { headings, cells } = show(shownOf([{ name: "city", shown: false }]));
    expect(headings).toEqual(["NameState", "People"]);
    expect(cells).toEqual(["Model TownPunjab", "12"]);
  });
});
