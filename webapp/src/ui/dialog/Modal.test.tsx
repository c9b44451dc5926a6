import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import { ConfirmDialog } from "./ConfirmDialog";
import { Modal } from "./Modal";

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

it("ignores the Enter that opened it", async () => {
  const user = userEvent.setup();
  render(<Asking />);
  screen.getByRole("button", { name: "Switch" }).focus();
  await user.keyboard("{Enter>}");
  const yes = await screen.findByRole("button", { name: "Yes" });
  await waitFor(() => expect(document.activeElement).toBe(yes));
  await user.keyboard("{/Enter}");
  expect(answered).not.toHaveBeenCalled();
  await user.keyboard("{Enter}");
  expect(answered.mock.calls).toEqual([["yes"]]);
});

it("closes only the topmost dialog by Escape while the focus is on the body", async () => {
  const left = vi.fn();
  const { rerender } = render(
    <>
      <Modal title="Form" onClose={() => left("form")}>
        {null}
      </Modal>
      <ConfirmDialog title="Leave?" onYes={vi.fn()} onNo={() => left("question")}>
        {null}
      </ConfirmDialog>
    </>,
  );
  await screen.findByRole("alertdialog");
  const pressEscape = async () => {
    (document.activeElement as HTMLElement).blur();
    expect(document.activeElement).toBe(document.body);
    await userEvent.keyboard("{Escape}");
  };
  await pressEscape();
  expect(left.mock.calls).toEqual([["question"]]);
  rerender(
    <Modal title="Form" onClose={() => left("form")}>
      {null}
    </Modal>,
  );
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  await pressEscape();
  expect(left.mock.calls).toEqual([["question"], ["form"]]);
});
