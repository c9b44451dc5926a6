import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { ActionMenu } from "./ActionMenu";

it("offers links that open in a new tab beside actions", async () => {
  const user = userEvent.setup();
  const onSelect = vi.fn();
  const items = [
    { key: "guide", text: "Guide", href: "/docs/" },
    { key: "leave", text: "Leave", onSelect },
  ];
  render(<ActionMenu label="More" items={items} />);

  await user.click(screen.getByRole("button", { name: "More" }));
  const link = screen.getByRole("menuitem", { name: "Guide" });
  expect(link.getAttribute("href")).toBe("/docs/");
  expect(link.getAttribute("target")).toBe("_blank");
  expect(link.getAttribute("rel")).toBe("noreferrer");
  const action = screen.getByRole("menuitem", { name: "Leave" });
  expect(action.getAttribute("href")).toBeNull();
  await user.click(action);
  expect(onSelect).toHaveBeenCalledOnce();
});

const modules = ["Appointments", "Queue", "Quick notes", "Telemedicine"];
async function openMenu() {
  const user = userEvent.setup();
  const onSelect = vi.fn();
  const items = modules.map((text) => ({ key: text, text, onSelect: () => onSelect(text) }));
  render(<ActionMenu label="Switch on…" items={items} />);
  await user.click(screen.getByRole("button", { name: "Switch on…" }));
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Appointments"));
  return { user, onSelect };
}

it("focuses the entry that starts with the typed letters", async () => {
  const { user, onSelect } = await openMenu();
  await user.keyboard("qui");
  expect(document.activeElement?.textContent).toBe("Quick notes");
  await user.keyboard("{Enter}");
  expect(onSelect).toHaveBeenCalledExactlyOnceWith("Quick notes");
});

it("focuses the next entry with a letter that is typed again", async () => {
  const { user } = await openMenu();
  const visited: (string | null | undefined)[] = [];
  for (const key of "qqq") {
    await user.keyboard(key);
    visited.push(document.activeElement?.textContent);
  }
  expect(visited).toEqual(["Queue", "Quick notes", "Queue"]);
});
