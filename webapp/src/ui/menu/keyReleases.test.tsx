import { Button } from "@blueprintjs/core";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { hideForeignKeyReleases } from "./keyReleases";

test("key that moves the focus to a button does not press it, the next key does", async () => {
  hideForeignKeyReleases();
  const pressed = vi.fn();
  const focusSave = () => screen.getByRole("button", { name: "Save" }).focus();
  render(
    <>
      <button type="button" aria-label="Undo" onClick={focusSave} />
      <Button text="Save" onClick={pressed} />
    </>,
  );
  const user = userEvent.setup();
  screen.getByRole("button", { name: "Undo" }).focus();
  await user.keyboard("{Enter}");
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Save" }));
  expect(pressed).not.toHaveBeenCalled();
  await user.keyboard("{Enter}");
  expect(pressed).toHaveBeenCalledTimes(1);
  await user.keyboard(" ");
  expect(pressed).toHaveBeenCalledTimes(2);
});
