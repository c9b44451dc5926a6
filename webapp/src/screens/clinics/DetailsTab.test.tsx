import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import "@/i18n";
import { HospitalPanel } from "./DetailsTab";

const empty = { beds_count: null, rooms_count: null, speciality: null, other_specialities: [] };
const shown = () =>
  screen.queryAllByRole("term").map((term) => [term.textContent, term.nextElementSibling?.textContent]);

test("a missing bed count is a dash beside the other values (A-33)", () => {
  render(<HospitalPanel clinic={{ ...empty, rooms_count: 0 }} />);
  expect(shown()).toEqual([
    ["Beds", "-"],
    ["Rooms", "0"],
    ["Main speciality", "-"],
    ["Other specialities", "-"],
  ]);
});

test("a clinic without any of these values has no panel", () => {
  render(<HospitalPanel clinic={empty} />);
  expect(shown()).toEqual([]);
});
