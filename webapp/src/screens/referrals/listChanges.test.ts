import { describe, expect, it } from "vitest";
import { changesBetween } from "./listChanges";

const rows = (...ids: number[]) => ids.map((id) => ({ id, appointment_count: 0 }));
const page = (ids: number[], total: number, first = true) => ({ rows: rows(...ids), total, first });

describe("changesBetween", () => {
  it("is empty without changes", () => {
    expect(changesBetween(page([9, 8], 12), page([9, 8], 12))).toEqual({ fresh: [], came: 0 });
  });
  it("finds a new first row and ignores the last one that moved to the next page", () => {
    expect(changesBetween(page([9, 8], 12), page([10, 9], 13))).toEqual({ fresh: [10], came: 1 });
  });
  it("finds a row with another value", () => {
    const now = { rows: [{ id: 9, appointment_count: 1 }, ...rows(8)], total: 12, first: true };
    expect(changesBetween(page([9, 8], 12), now)).toEqual({ fresh: [9], came: 0 });
  });
  it("counts new rows while another page is shown", () => {
    expect(changesBetween(page([7, 6], 12, false), page([8, 7], 13, false))).toEqual({ fresh: [], came: 1 });
  });
  it("counts new rows that do not fit the page", () => {
    expect(changesBetween(page([9, 8], 12), page([14, 13], 17))).toEqual({ fresh: [14, 13], came: 5 });
  });
  it("counts all rows missed by a sleeping tab", () => {
    const now = page([1009, 1008], 1012);
    expect(changesBetween(page([9, 8], 12), now)).toEqual({ fresh: [1009, 1008], came: 1000 });
    expect(changesBetween(page([7, 6], 12, false), page([1007, 1006], 1012, false))).toEqual({ fresh: [], came: 1000 });
  });
  it("finds the first of all rows", () => {
    expect(changesBetween(page([], 0), page([1], 1))).toEqual({ fresh: [1], came: 1 });
  });
  it("ignores a row that moved up from the next page", () => {
    expect(changesBetween(page([9, 8], 3), page([9, 7], 2))).toEqual({ fresh: [], came: 0 });
  });
});
