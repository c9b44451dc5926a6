import { act, render, screen } from "@testing-library/react";
import { useState } from "react";
import { flushSync } from "react-dom";
import { MemoryRouter } from "react-router";
import { expect, it } from "vitest";
import { ReorderTable } from "../reorder/ReorderTable";
import { column } from "./columns";
import type { Column } from "./columnTypes";
import { DataTable } from "./DataTable";

interface Town {
  id: number;
  name: string;
}
const columns: Column<Town>[] = [column.text("name", "Name", 100, ({ name }) => name)];
const first: Town[] = [1, 2].map((id) => ({ id, name: `Town ${id}` }));
const second: Town[] = [...first].reverse();
const names = () => screen.getAllByText(/^Town \d/).map((cell) => cell.textContent);
const table = { caption: "Towns", columns, rowKey: ({ id }: Town) => id };
let show: (rows: Town[]) => void;

function Towns({ moved }: { moved: boolean }) {
  const [rows, setRows] = useState(first);
  show = setRows;
  if (!moved) return <DataTable {...table} rows={rows} />;
  return <ReorderTable {...table} rows={rows} total={2} nameOf={({ name }) => name} onMove={() => {}} />;
}
const draw = (moved: boolean) =>
  render(
    <MemoryRouter>
      <Towns moved={moved} />
    </MemoryRouter>,
  );

it("rows are rendered after urgent updates, and stale rows are announced", () => {
  draw(false);
  act(() => {
    flushSync(() => show(second));
    expect(names()).toEqual(["Town 1", "Town 2"]);
    expect(screen.getByRole("table").getAttribute("aria-busy")).toBe("true");
  });
  expect(names()).toEqual(["Town 2", "Town 1"]);
  expect(screen.getByRole("table").getAttribute("aria-busy")).toBe("false");
});

it("moved rows are shown at their new place at once", () => {
  draw(true);
  act(() => {
    flushSync(() => show(second));
    expect(names()).toEqual(["Town 2", "Town 1"]);
  });
});
