import { act, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { changeMarks } from "@/api/changeMarks";
import { Detail } from "../cells/cells";
import { column } from "../table/columns";
import { DataTable } from "../table/DataTable";

let hours = 0;
// Each test starts long after the reads of the one before.
beforeEach(() => {
  hours += 1;
  vi.useFakeTimers({ now: Date.now() + hours * 3_600_000 });
});
afterEach(() => {
  vi.runOnlyPendingTimers();
  vi.useRealTimers();
});
/** Render again during the read that a colleague's change has caused. */
const byColleague = (draw: () => void) => act(() => changeMarks.during(async () => act(draw)));

const detail = (value: string | null) => <Detail name="Email">{value}</Detail>;
const marks = () => [...document.querySelectorAll("[data-was]")].map((mark) => mark.textContent);

test("a value changed by a colleague is marked with its earlier value", async () => {
  const { rerender } = render(detail("a@x.example"));
  await byColleague(() => rerender(detail("b@x.example")));
  expect(marks()).toEqual(["was a@x.example"]);
  expect(document.querySelector("[data-changed]")?.textContent).toContain("b@x.example");
});

test("first values and own changes are not marked", async () => {
  const { rerender } = render(detail("a@x.example"));
  rerender(detail("b@x.example"));
  expect(marks()).toEqual([]);
  await byColleague(() => rerender(detail("b@x.example")));
  expect(marks()).toEqual([]);
});

test("a second change keeps the value that the user knows", async () => {
  const { rerender } = render(detail("a"));
  await byColleague(() => rerender(detail("b")));
  await byColleague(() => rerender(detail("c")));
  expect(marks()).toEqual(["was a"]);
});

test("an empty value is a dash", async () => {
  const { rerender } = render(detail(null));
  await byColleague(() => rerender(detail("b")));
  expect(marks()).toEqual(["was -"]);
});

test.each([
  ["after 30 seconds", () => vi.advanceTimersByTime(30_000)],
  ["after the pointer has left it", () => fireEvent.pointerLeave(screen.getByRole("definition"))],
  ["after the focus has left it", () => fireEvent.focusOut(screen.getByRole("definition"))],
])("the mark ends %s", async (_, end) => {
  const { rerender } = render(detail("a"));
  await byColleague(() => rerender(detail("b")));
  act(() => vi.advanceTimersByTime(29_000));
  expect(marks()).toEqual(["was a"]);
  act(() => void end());
  expect(marks()).toEqual([]);
});

test("the mark waits for a hidden tab", async () => {
  const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  const { rerender } = render(detail("a"));
  await byColleague(() => rerender(detail("b")));
  act(() => vi.advanceTimersByTime(300_000));
  expect(marks()).toEqual(["was a"]);
  hidden.mockRestore();
  document.dispatchEvent(new Event("visibilitychange"));
  act(() => vi.advanceTimersByTime(30_000));
  expect(marks()).toEqual([]);
});

interface Row {
  id: number;
  name: string;
  city: string;
}
const columns = [
  column.text<Row>("name", "Name", 100, ({ name }) => name),
  column.text<Row>("city", "City", 100, ({ city }) => city),
  column.actions<Row>("Actions", 100, ({ city }) => <button type="button">{city}</button>),
];
const table = (...rows: Row[]) => (
  <MemoryRouter>
    <DataTable caption="Places" columns={columns} rows={rows} rowKey={({ id }: Row) => id} />
  </MemoryRouter>
);

test("the changed cells of a row are marked, not its actions and not new rows", async () => {
  const before = { id: 1, name: "A", city: "Moga" };
  const { rerender } = render(table(before));
  await byColleague(() => rerender(table({ id: 2, name: "New", city: "Ajnala" }, { ...before, city: "Patiala" })));
  expect(marks()).toEqual(["was Moga"]);
  const changed = [...document.querySelectorAll("td[data-changed]")];
  expect(changed.map((cell) => cell.textContent)).toEqual(["Patiala was Moga"]);
});
