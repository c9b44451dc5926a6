import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import type { PageOf } from "@/lib/hooks/useOptionSearch";
import { type AsyncChoice, AsyncSelectFilter } from "./AsyncSelect";

const clinics = ["Aarav Clinic", "Bina Clinic", "City Clinic"].map((text, at) => ({ key: String(at), text }));
const ask = vi.fn<(text: string, page: number) => Promise<PageOf<AsyncChoice>>>();
const onChoose = vi.fn();

async function open(chosen: AsyncChoice | null = null) {
  vi.clearAllMocks();
  cleanup();
  render(
    <AsyncSelectFilter
      label="Clinic"
      search="Search clinics"
      chosen={chosen}
      ask={ask}
      delay={0}
      noneFound="No clinic matches"
      failed="Could not load the clinics."
      onChoose={onChoose}
    />,
  );
  await userEvent.click(screen.getByRole("button", { name: /^Clinic/ }));
  const field = await screen.findByRole("combobox", { name: "Search clinics" });
  await waitFor(() => expect(document.activeElement).toBe(field));
}
const texts = () => screen.queryAllByRole("option").map(({ textContent }) => textContent);
beforeEach(() => {
  ask.mockImplementation(async (_, page) => ({ rows: clinics.slice(page * 2 - 2, page * 2), total: 3 }));
});

it("the last option loads the next page, and the first clinic of it is active", async () => {
  await open();
  expect(texts()).toEqual(["Aarav Clinic", "Bina Clinic", "Show more (2 of 3)"]);
  await userEvent.keyboard("{ArrowUp}{Enter}");
  await waitFor(() => expect(texts()).toEqual(["Aarav Clinic", "Bina Clinic", "City Clinic"]));
  await userEvent.keyboard("{Enter}");
  expect(onChoose).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ text: "City Clinic" }));
});

it("a page that fails keeps the others and is requested again by Retry", async () => {
  await open();
  ask.mockRejectedValueOnce(new Error("busy"));
  await userEvent.keyboard("{ArrowUp}{Enter}");
  const retry = await screen.findByRole("button", { name: "Retry" });
  expect(screen.getByRole("status").textContent).toBe("Could not load the clinics.");
  expect(texts()).toEqual(["Aarav Clinic", "Bina Clinic"]);
  await userEvent.click(retry);
  await waitFor(() => expect(texts()).toEqual(["Aarav Clinic", "Bina Clinic", "City Clinic"]));
  expect(document.activeElement).toBe(screen.getByRole("combobox"));
  expect(screen.queryByRole("button", { name: "Retry" })).toBeNull();
});

it("a chosen clinic is marked and can be cleared", async () => {
  await open(clinics[1]);
  expect(screen.getByRole("option", { selected: true }).textContent).toBe("Bina Clinic");
  await userEvent.keyboard("{ArrowDown}{Enter}");
  expect(onChoose).toHaveBeenCalledExactlyOnceWith(null);
});

it("Enter after a text chooses the first match, also before the matches have arrived", async () => {
  ask.mockImplementation(async (text) => {
    const rows = clinics.filter((clinic) => clinic.text.startsWith(text));
    return { rows, total: rows.length };
  });
  await open();
  await userEvent.keyboard("Bina");
  await waitFor(() => expect(texts()).toEqual(["Bina Clinic"]));
  await userEvent.keyboard("{Enter}");
  expect(onChoose).toHaveBeenLastCalledWith(expect.objectContaining({ text: "Bina Clinic" }));
  await open();
  await userEvent.keyboard("City{Enter}");
  await waitFor(() => expect(onChoose).toHaveBeenLastCalledWith(expect.objectContaining({ text: "City Clinic" })));
});

it("Enter without a text chooses nothing", async () => {
  await open();
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(ask).toHaveBeenCalledTimes(2));
  expect(onChoose).not.toHaveBeenCalled();
});
