import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { ApiError } from "@/api/errors";
import { Toaster } from "./Toaster";
import { dismissAll } from "./toast";
import { type Undo, useUndo } from "./useUndo";

beforeEach(dismissAll);

function Changed({ undo }: { undo: Undo }) {
  const done = useUndo();
  return (
    <button type="button" onClick={() => done("Saved", undo)}>
      {"Save"}
    </button>
  );
}

async function saved(undo: Undo) {
  render(
    <>
      <Toaster />
      <Changed undo={undo} />
    </>,
  );
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  return screen.getByRole("button", { name: "Undo" });
}

it("reverts once and reports it", async () => {
  const undo = vi.fn(async () => true);
  const offer = await saved(undo);
  await userEvent.dblClick(offer);
  expect(await screen.findByText("Undone")).toBeTruthy();
  expect(undo).toHaveBeenCalledOnce();
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
});

it("reports a later change by a colleague", async () => {
  await userEvent.click(await saved(async () => false));
  expect(await screen.findByText("This has been changed since then, so nothing was undone.")).toBeTruthy();
});

it("offers a failed undo again", async () => {
  const undo = vi.fn(async () => true).mockRejectedValueOnce(new ApiError(0));
  await userEvent.click(await saved(undo));
  expect(await screen.findByText("This could not be undone. Please try again.")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(screen.getByText("Undone")).toBeTruthy());
  expect(undo).toHaveBeenCalledTimes(2);
});

it("ends with the session of its user", async () => {
  await saved(async () => true);
  dismissAll();
  await waitFor(() => expect(screen.queryByRole("button", { name: "Undo" })).toBeNull());
});
