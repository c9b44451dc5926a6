import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { ConfirmDialog } from "./ConfirmDialog";
import type { Already } from "./useAlready";

const [onYes, onNo] = [vi.fn(), vi.fn()];
const already = vi.fn<() => Promise<Already | null>>();
beforeEach(() => {
  onYes.mockReset();
  onNo.mockReset();
  already.mockReset().mockResolvedValue(null);
});
const show = () =>
  render(
    <ConfirmDialog title="Queue" already={already} onYes={onYes} onNo={onNo}>
      {"Switch it off?"}
    </ConfirmDialog>,
  );
const off = { text: "Already off", by: "Arjun Pillai", at: "2026-11-29T04:33:00Z" };

test("reached state replaces the question", async () => {
  already.mockResolvedValue(off);
  show();
  expect((await screen.findByText("Already off")).textContent).toContain("Arjun Pillai");
  expect(screen.queryByRole("button", { name: "Yes" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(onNo).toHaveBeenCalledOnce();
});

test("a change made while the question is open is found before Yes", async () => {
  show();
  await waitFor(() => expect(already).toHaveBeenCalledOnce());
  already.mockResolvedValue({ text: "Already off" });
  await userEvent.click(screen.getByRole("button", { name: "Yes" }));
  expect(await screen.findByText("Already off")).toBeTruthy();
  expect(onYes).not.toHaveBeenCalled();
});

test.each([
  ["differs", async () => null],
  ["cannot be read", () => Promise.reject(new Error("offline"))],
])("Yes is sent if the state %s", async (_, read) => {
  already.mockImplementation(read);
  show();
  await userEvent.click(screen.getByRole("button", { name: "Yes" }));
  await waitFor(() => expect(onYes).toHaveBeenCalledOnce());
});
