import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { ChoiceMenu } from "./ChoiceMenu";

const options = [
  { value: "ACTIVE", label: "Active" },
  { value: "INACTIVE", label: "Inactive" },
];

it("saves by Enter or a click, not by arrows, letters, Tab or Escape", async () => {
  const user = userEvent.setup();
  let settle: () => void = () => undefined;
  const onChoose = vi.fn(() => new Promise<void>((resolve) => (settle = resolve)));
  render(<ChoiceMenu label="Status" value="ACTIVE" options={options} onChoose={onChoose} />);
  const button = screen.getByRole("button", { name: "Status: Active" });
  button.focus();
  await user.keyboard("{ArrowDown}{ArrowUp}i{Home}{End}");
  expect(screen.queryByRole("menu")).toBeNull();

  await user.keyboard("{Enter}");
  expect(document.activeElement).toBe(screen.getByRole("menuitemradio", { name: "Active", checked: true }));
  await user.keyboard("{ArrowDown}");
  expect(document.activeElement).toBe(screen.getByRole("menuitemradio", { name: "Inactive", checked: false }));
  await user.keyboard("{Escape}");
  expect(document.activeElement).toBe(button);
  expect(onChoose).not.toHaveBeenCalled();

  // Selecting the current choice must not save again.
  await user.keyboard("{Enter}{Enter}");
  expect(onChoose).not.toHaveBeenCalled();

  await user.keyboard("{Enter}{ArrowDown}{Enter}");
  expect(onChoose.mock.calls).toEqual([["INACTIVE"]]);
  expect(screen.getByRole("button", { name: "Status: Inactive", busy: true })).toBe(button);
  // The change failed, or the record was not reloaded, so the stored value is shown.
  await act(async () => settle());
  expect(screen.getByRole("button", { name: "Status: Active", busy: false })).toBe(button);
});

it("shows an unknown value unchanged", () => {
  render(<ChoiceMenu label="Status" value="FROZEN" options={options} onChoose={async () => undefined} />);
  expect(screen.getByRole("button", { name: "Status: FROZEN" }).textContent).toBe("FROZEN");
});
