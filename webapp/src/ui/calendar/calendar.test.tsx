import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { syncClock } from "@/api/token";
import { i18n } from "@/i18n";
import { DateRange } from "../filters/DateRange";

type Days = { start: string; end: string };
const onChange = vi.fn<(days: Days) => void>();

function Filters({ start, end, most, max }: Days & { most?: number; max?: string }) {
  const [days, setDays] = useState({ start, end });
  return (
    <DateRange
      start={{ label: "From", value: days.start }}
      end={{ label: "To", value: days.end }}
      {...(most && { most })}
      {...(max && { max })}
      onChange={(next) => {
        onChange(next);
        setDays(next);
      }}
    />
  );
}

beforeEach(() => {
  onChange.mockReset();
  // In India 21 November has begun while UTC still has the 20th.
  syncClock(new Date("2026-11-20T20:00:00Z").toUTCString());
  return async () => {
    syncClock(new Date().toUTCString());
    await i18n.changeLanguage("en");
  };
});

const opener = (field: string) => screen.getByRole("button", { name: `Choose ${field} from the calendar` });
async function open(field: string) {
  await userEvent.click(opener(field));
  const month = await screen.findByRole("grid");
  await waitFor(() => expect(month.contains(document.activeElement)).toBe(true));
  return month;
}
const dayOf = (name: string) => screen.getByRole("button", { name });
const field = (name: string) => screen.getByRole<HTMLInputElement>("textbox", { name });

it("starts at the day of the field, is used by keys and selects a range at once", async () => {
  render(<Filters start="2026-11-05" end="2026-11-20" />);
  await open("From");
  expect(document.activeElement).toBe(dayOf("Thursday, 5 November 2026, selected"));
  expect(screen.getByText("Choose the start date")).toBeTruthy();
  await userEvent.keyboard("{ArrowDown}");
  await waitFor(() => expect(document.activeElement).toBe(dayOf("Thursday, 12 November 2026, selected")));
  await userEvent.keyboard("{ArrowLeft}");
  await waitFor(() => expect(document.activeElement).toBe(dayOf("Wednesday, 11 November 2026, selected")));
  await userEvent.keyboard("{Enter}");
  expect(screen.getByText("Choose the end date")).toBeTruthy();
  await userEvent.keyboard("{PageUp}");
  await waitFor(() => expect(document.activeElement).toBe(dayOf("Sunday, 11 October 2026")));
  await userEvent.keyboard("{Enter}");
  expect(onChange.mock.calls).toEqual([[{ start: "2026-10-11", end: "2026-11-11" }]]);
  expect(document.activeElement).toBe(opener("From"));
  expect(field("From").value).toBe("11-10-2026");
  expect(field("To").value).toBe("11-11-2026");
});

it("starts at today in India without a value, and Escape changes nothing", async () => {
  render(<Filters start="" end="" />);
  await open("To");
  expect(document.activeElement).toBe(dayOf("Saturday, 21 November 2026, today"));
  await userEvent.keyboard("{Escape}");
  expect(document.activeElement).toBe(opener("To"));
  expect(onChange).not.toHaveBeenCalled();
});

it("offers no day outside the limits and no long range", async () => {
  render(<Filters start="2026-11-01" end="2026-11-21" max="2026-11-21" most={7} />);
  const month = within(await open("From"));
  const offered = () =>
    month
      .getAllByRole<HTMLButtonElement>("button")
      .flatMap(({ disabled, textContent }) => (disabled ? [] : textContent));
  expect(offered().at(-1)).toBe("21");
  await userEvent.click(dayOf("Tuesday, 10 November 2026, selected"));
  expect(screen.getByText("Choose the end date, up to 7 days")).toBeTruthy();
  expect(offered()).toEqual(["4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16"]);
});

it("uses the language of the console", async () => {
  await i18n.changeLanguage("pb");
  render(<Filters start="2026-11-05" end="" />);
  await userEvent.click(screen.getAllByRole("button")[0] as HTMLElement);
  expect(await screen.findByRole("grid", { name: "ਨਵੰਬਰ 2026" })).toBeTruthy();
  expect(dayOf("ਵੀਰਵਾਰ, 5 ਨਵੰਬਰ 2026, ਚੁਣਿਆ ਹੋਇਆ")).toBeTruthy();
  expect(screen.getByRole("button", { name: "ਅਗਲਾ ਮਹੀਨਾ" })).toBeTruthy();
});

it("filter shows its interpretation of typed text and asks about ambiguous days", async () => {
  render(<Filters start="" end="" />);
  await userEvent.type(field("From"), "yesterday");
  expect(screen.getByRole("status").textContent).toBe("Understood as 20 Nov 2026");
  await userEvent.tab();
  expect(field("From").value).toBe("20-11-2026");
  expect(onChange.mock.calls).toEqual([[{ start: "2026-11-20", end: "" }]]);
  await userEvent.type(field("To"), "कल{Enter}");
  expect(screen.getByRole("alert").textContent).toBe("“कल” could be before or after today. Enter the date");
  expect(onChange).toHaveBeenCalledTimes(1);
});

it("day of the calendar replaces an invalid text", async () => {
  render(<Filters start="" end="2026-11-20" />);
  await userEvent.type(field("From"), "soon{Enter}");
  await open("To");
  await userEvent.click(dayOf("Monday, 2 November 2026"));
  await userEvent.click(dayOf("Tuesday, 3 November 2026"));
  expect(field("From").value).toBe("02-11-2026");
  expect(screen.queryByRole("alert")).toBeNull();
});
