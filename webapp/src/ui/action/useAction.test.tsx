import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { request } from "@/api/mutation";
import { respondError, startSession } from "@/test-api";
import { Toaster } from "../feedback/Toaster";
import { dismissAll } from "../feedback/toast";
import { useConfirmedAction } from "./useAction";

/** Ids of the codes that were deleted, in their order. */
let sent: number[];
let refuses: boolean;
/** The list never answers, as on a slow network. */
const reload = () => new Promise(() => undefined);

beforeEach(() => {
  startSession();
  dismissAll();
  sent = [];
  refuses = false;
  vi.stubGlobal("fetch", async (address: string) => {
    sent.push(Number(address.split("/").at(-1)));
    return refuses ? respondError(409) : Response.json({ success: true });
  });
});

function Codes() {
  const deletion = useConfirmedAction<number>({
    title: (id) => `Delete ${id}?`,
    ask: "Are you sure?",
    toRequest: (id) => request.delete("/admin/billing_promo_codes/{code_id}", { path: { code_id: id } }),
    done: "Deleted",
    reload,
  });
  return (
    <>
      <Toaster />
      {[1, 2].map((id) => (
        <button key={id} type="button" onClick={() => deletion.ask(id)}>
          {String(id)}
        </button>
      ))}
      {deletion.dialog}
    </>
  );
}
async function confirmed(id: number) {
  await userEvent.click(screen.getByRole("button", { name: String(id) }));
  await userEvent.click(await screen.findByRole("button", { name: "Yes" }));
}

test("second row is deleted while the list still reloads after the first", async () => {
  render(<Codes />);
  await confirmed(1);
  expect(await screen.findByText("Deleted")).toBeTruthy();
  await confirmed(2);
  await waitFor(() => expect(sent).toEqual([1, 2]));
});

test("refused change can be tried again while the list reloads", async () => {
  refuses = true;
  render(<Codes />);
  await confirmed(1);
  await waitFor(() => expect(sent).toEqual([1]));
  expect(await screen.findByRole("button", { name: "Dismiss" })).toBeTruthy();
  refuses = false;
  await confirmed(1);
  expect(await screen.findByText("Deleted")).toBeTruthy();
  expect(sent).toEqual([1, 1]);
});
