import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, expect, it } from "vitest";
import type { Session } from "@/api/session";
import { TopBar } from "./TopBar";

const session: Session = {
  authToken: "a",
  refreshToken: null,
  accountType: "customer_care",
  user: { id: 1, name: "Asha Rao", phone_number: "9000000001", email: null, user_accounts: [] },
};

afterEach(() => document.querySelector('meta[name="documentation"]')?.remove());

it.each([["/docs/"], [""], [undefined]])(
  "account menu links to the documentation of the server (%s)",
  async (address) => {
    if (address !== undefined) {
      document.head.append(Object.assign(document.createElement("meta"), { name: "documentation", content: address }));
    }
    const ignore = () => {};
    render(
      <MemoryRouter>
        <TopBar session={session} drawer={false} onDrawer={ignore} onSearch={ignore} onKeys={ignore} />
      </MemoryRouter>,
    );
    await userEvent.click(screen.getByRole("button", { name: "Account menu" }));
    const linksTo = (name: string) =>
      screen.queryAllByRole("menuitem", { name }).map((link) => link.getAttribute("href"));
    expect(linksTo("Documentation")).toEqual(address ? [address] : []);
    expect(linksTo("API reference")).toEqual(address ? [`${address}calls.html`] : []);
  },
);
