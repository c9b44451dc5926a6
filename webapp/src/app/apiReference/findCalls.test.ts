import { expect, it } from "vitest";
import { referenceIndex } from "@/api/reference";
import { areaName, findCalls } from "./findCalls";

const namesFor = (text: string) => findCalls(referenceIndex.calls, text).map(({ entry }) => entry.name);

it("lists the exact name first, then names with this beginning", () => {
  expect(namesFor("listclinics").slice(0, 2)).toEqual(["ListClinics", "ListClinicsOfNumber"]);
});

it("finds calls by path, area, and words of the summary", () => {
  expect(namesFor("/careops/clinics/{clinic_id}/account")).toEqual(["ShowAccountNumber"]);
  expect(namesFor("care_cities delete")).toEqual(["DeleteCareCity"]);
  expect(namesFor("newest first keys")[0]).toBe("ListKeys");
});

it("finds calls by a field and names it", () => {
  const [first] = findCalls(referenceIndex.calls, "ifsc_code");
  expect(first?.field).toBe("ifsc_code");
});

it("needs every word", () => {
  expect(namesFor("listclinics nowhere")).toEqual([]);
});

it("has every call once", () => {
  const names = referenceIndex.calls.map(({ name }) => name);
  expect(names.length).toBeGreaterThan(160);
  expect([...new Set(names)]).toEqual(names);
});

it("writes the name of an area as words", () => expect(areaName("care_cities")).toBe("Care cities"));
