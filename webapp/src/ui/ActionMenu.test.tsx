import { render, screen } from "@testing-library/react";
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
