import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import { ConfirmDialog } from "./ConfirmDialog";

const answered = vi.fn();

function Asking() {
  const [asks, setAsks] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setAsks(true)}>
        {"Switch"}
      </button>
      {asks && (
        <ConfirmDialog title="Billing" first="yes" onYes={() => answered("yes")} onNo={() => answered("no")}>
          {"Are you sure?"}
        </ConfirmDialog>
      )}
    </>
  );
}

it("is not answered by the Enter that opened it, but by the next one", async () => {
  const user = userEvent.setup();
  render(<Asking />);
  screen.getByRole("button", { name: "Switch" }).focus();
  await user.keyboard("{Enter>}");
  const yes = await screen.findByRole("button", { name: "Yes" });
  await vi.waitFor(() => expect(document.activeElement).toBe(yes));
  await user.keyboard("{/Enter}");
  expect(answered).not.toHaveBeenCalled();
  await user.keyboard("{Enter}");
  expect(answered.mock.calls).toEqual([["yes"]]);
});
