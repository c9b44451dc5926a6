import { render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, it, vi } from "vitest";
import { Palette } from "./Palette";
import { typeAhead } from "./typeAhead";

const press = (key: string, init: KeyboardEventInit = {}) =>
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...init }));

it("collects typed keys until the field has the focus and hides them from the screen", async () => {
  const behind = vi.fn();
  document.addEventListener("keydown", behind);
  typeAhead.start();
  for (const key of ["p", "g", "x", "Backspace", "Enter"]) expect(press(key)).toBe(false);
  expect(behind).not.toHaveBeenCalled();
  render(
    <MemoryRouter>
      <Palette account="super_admin" places={[]} onClose={() => undefined} />
    </MemoryRouter>,
  );
  const field = await screen.findByRole("combobox");
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(field).toHaveProperty("value", "pg");
  expect(press("d")).toBe(true);
  expect(behind).toHaveBeenCalledOnce();
  document.removeEventListener("keydown", behind);
});

it("ignores combinations and keys after it was closed", () => {
  typeAhead.start();
  expect(press("c", { ctrlKey: true })).toBe(true);
  expect(press("Tab")).toBe(true);
  expect(typeAhead.take()).toBe("");
  expect(press("p")).toBe(true);
});
