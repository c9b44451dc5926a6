import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ApiError } from "@/api/errors";
import { aboutFields } from "@/api/lastChange";
import { startSession } from "@/test-api";
import { Toaster } from "../feedback/Toaster";
import { dismissAll } from "../feedback/toast";
import { UndoDialog } from "./UndoDialog";
import { named } from "./undoResult";
import { type Undo, useUndo } from "./useUndo";

beforeEach(() => {
  startSession();
  dismissAll();
});
afterEach(() => vi.unstubAllGlobals());

const change = {
  record: "Asha Clinic",
  to: "/clinics/41",
  trail: { record: "clinic:41", isAbout: aboutFields("beds_count") },
};

function Changed({ undo }: { undo: Undo }) {
  const done = useUndo();
  return (
    <button type="button" onClick={() => done("Saved", undo, change)}>
      {"Save"}
    </button>
  );
}

async function saved(undo: Undo) {
  render(
    <MemoryRouter>
      <Toaster />
      <UndoDialog />
      <Changed undo={undo} />
    </MemoryRouter>,
  );
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  return screen.getByRole("button", { name: "Undo" });
}

/** Events of the record, newest first: who set the number of beds, and minutes from now. */
function answerTimeline(...events: [name: string, minutes: number][]) {
  const entries = events.map(([name, minutes]) => ({
    audit_event: {
      user: { name },
      timestamp: new Date(Date.now() + minutes * 60_000).toISOString(),
      before: {},
      after: { beds_count: minutes },
    },
  }));
  vi.stubGlobal("fetch", async () => Response.json({ success: true, data: { entries, next: null } }));
}

it("undoes once and reports it", async () => {
  const undo = vi.fn(async () => true);
  answerTimeline(["Harpreet", 1], ["Harpreet", -1], ["Gurleen", -2]);
  const offer = await saved(undo);
  await userEvent.dblClick(offer);
  expect(await screen.findByText("Undone")).toBeTruthy();
  expect(undo).toHaveBeenCalledOnce();
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("names the person who changed the value there and back", async () => {
  answerTimeline(["Harpreet", 3], ["Gurleen", 2], ["Gurleen", 1], ["Harpreet", -1]);
  await userEvent.click(await saved(async () => true));
  const dialog = await screen.findByRole("dialog", { name: "1 undone" });
  const undone = within(dialog).getByRole("region", { name: "Undone" });
  expect(undone.textContent).toMatch(/Asha Clinic \(changed and changed back by Gurleen, .+\)$/);
  expect(within(undone).getByRole("link", { name: "Asha Clinic" }).getAttribute("href")).toBe("/clinics/41");
  await userEvent.click(within(dialog).getAllByRole("button", { name: "Close" })[0] as HTMLElement);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

it("lists a record that was edited since, with the person", async () => {
  answerTimeline(["Gurleen", 1], ["Harpreet", -1]);
  await userEvent.click(await saved(async () => false));
  const dialog = await screen.findByRole("dialog", { name: "1 edited since" });
  const edited = within(dialog).getByRole("region", { name: "Edited since, unchanged" });
  expect(edited.textContent).toMatch(/Asha Clinic \(edited by Gurleen, .+\)$/);
});

it("has one list for each outcome", async () => {
  const result = {
    undone: named([{ name: "Asha" }, { name: "Bhalla" }]),
    edited: { count: 12, records: [{ name: "Chawla" }] },
    failed: named([{ name: "Dua", note: "There is no clinic with this id" }]),
  };
  await userEvent.click(await saved(async () => result));
  const dialog = await screen.findByRole("dialog", { name: "2 undone, 12 edited since, 1 failed" });
  const lists = within(dialog)
    .getAllByRole("region")
    .map((list) =>
      within(list)
        .getAllByRole("listitem")
        .map(({ textContent }) => textContent),
    );
  expect(lists).toEqual([["Asha", "Bhalla"], ["Chawla", "and 11 more"], ["Dua There is no clinic with this id"]]);
});

it("offers a failed undo again", async () => {
  answerTimeline();
  const undo = vi.fn(async () => true).mockRejectedValueOnce(new ApiError(0));
  await userEvent.click(await saved(undo));
  const dialog = await screen.findByRole("dialog", { name: "1 failed" });
  expect(within(dialog).getByText("This could not be undone. Please try again.")).toBeTruthy();
  await userEvent.click(within(dialog).getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(screen.getByText("Undone")).toBeTruthy());
  expect(undo).toHaveBeenCalledTimes(2);
});

it("ends with the session of its user", async () => {
  await saved(async () => true);
  dismissAll();
  await waitFor(() => expect(screen.queryByRole("button", { name: "Undo" })).toBeNull());
});
