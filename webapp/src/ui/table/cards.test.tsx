import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, it } from "vitest";
import { column } from "./columns";
import type { Column } from "./columnTypes";
import { DataTable } from "./DataTable";

interface Doctor {
  name: string;
  phone: string | null;
  visits: string;
  reviews: string;
  status: string;
  since: string;
}
const columns = [
  column.link<Doctor>(
    "name",
    "Name",
    200,
    ({ name }) => name,
    () => "/",
  ),
  column.number<Doctor>("phone", "Phone", 100, ({ phone }) => phone),
  column.number<Doctor>("visits", "Visits", 100, ({ visits }) => visits),
  column.link<Doctor>(
    "reviews",
    "Reviews",
    60,
    ({ reviews }) => reviews,
    () => "/reviews",
  ),
  column.status<Doctor>("status", "Status", 100, ({ status }) => ({ text: status, tone: "good" })),
  column.day<Doctor>("since", "Since", 100, ({ since }) => since),
];
const asha = {
  name: "Asha Gill",
  phone: "9876543210",
  visits: "12",
  reviews: "1,204",
  status: "Joined",
  since: "2026-11-05",
};

it("card labels its values and separates the status", () => {
  render(
    <MemoryRouter>
      <DataTable
        caption="Doctors"
        columns={columns}
        rows={[asha, { ...asha, name: "Riya Joshi", phone: null }]}
        rowKey={({ name }) => name}
      />
    </MemoryRouter>,
  );
  const drawn = screen.getAllByRole("cell").map(({ dataset }) => ({
    header: dataset.header,
    named: dataset.bare === undefined,
    standing: dataset.standing !== undefined,
  }));
  const [first, second] = [drawn.slice(0, 6), drawn.slice(6)];
  expect(first.filter(({ named }) => named).map(({ header }) => header)).toEqual(["Visits", "Reviews", "Since"]);
  expect(first.filter(({ standing }) => standing).map(({ header }) => header)).toEqual(["Status"]);
  expect(second).toEqual(first);
});

const headings = () =>
  screen
    .getAllByRole("cell")
    .filter(({ dataset }) => dataset.heading)
    .map(({ textContent }) => textContent);

it("card has the first column or the name of the row as heading", () => {
  const [name, phone, visits] = columns as [Column<Doctor>, Column<Doctor>, Column<Doctor>];
  const draw = (columns: Column<Doctor>[]) => (
    <MemoryRouter>
      <DataTable caption="Doctors" columns={columns} rows={[asha]} rowKey={({ name }) => name} />
    </MemoryRouter>
  );
  const { rerender } = render(draw([phone, name, visits]));
  expect(headings()).toEqual(["9876543210"]);
  const called = { ...name, heading: true };
  rerender(draw([visits, called, phone]));
  expect(headings()).toEqual(["Asha Gill"]);
  rerender(draw([visits, phone]));
  expect(headings()).toEqual(["12"]);
});
