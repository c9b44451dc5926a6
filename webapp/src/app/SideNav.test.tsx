import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { AccountType } from "@/api/session";
import { preferences } from "@/lib/state/preferences";
import { dueCounts } from "@/screens/today/shared/dueCounts";
import { screens } from "./routes";
import { navItems, SideNav } from "./SideNav";

/** The specified destinations with their names (B 2, B-2): ungrouped entries first, then the groups. */
const specified = [
  ...["Today", "Clinics", "Doctors", "Users", "Web Upgrade", "Referrals", "Payments", "Release Notes"],
  ...["Changes", "Change requests", "Activity"],
  ...["News", "News feed", "Weekly news", "Weekly news data", "Analytics", "Interests"],
  ...["Campaigns", "Ad campaigns", "Leads"],
  ...["Misc", "Labs", "Pharmacies", "Demo", "Promo code", "Care Cities", "Basic Universities"],
];
const hidden: Record<AccountType, string[]> = {
  super_admin: [],
  billing_admin: ["Web Upgrade", "Demo"],
  customer_care: ["Web Upgrade", "Demo", "Users", "Promo code", "Release Notes"],
};

/** Addresses of the routes with an entry in the side navigation. */
const entriesFor = (accountType: AccountType) =>
  navItems(accountType, screens)
    .filter(({ nav: { group } }) => group !== "account" && group !== "today")
    .map(({ path }) => path);

function show(path: string, accountType: AccountType = "super_admin") {
  render(
    <MemoryRouter initialEntries={[path]}>
      <SideNav accountType={accountType} screens={screens} />
    </MemoryRouter>,
  );
  return within(screen.getByRole("navigation", { name: "Main menu" }));
}

beforeEach(() => preferences.set("navmisc", "open"));
afterEach(() => dueCounts.set(null));

describe("the side navigation", () => {
  it.each(Object.keys(hidden) as AccountType[])("shows %s each destination once in its place", (accountType) => {
    const nav = show("/clinics", accountType);
    const shown = [...screen.getByRole("navigation").querySelectorAll("h2, a")].map((each) => each.textContent);
    const expected = specified.filter((entry) => !hidden[accountType].includes(entry));
    expect(shown.filter((entry) => specified.includes(entry ?? ""))).toEqual(expected);
    const addresses = nav.getAllByRole("link").map((link) => link.getAttribute("href"));
    expect(addresses.toSorted()).toEqual(entriesFor(accountType).toSorted());
  });

  it("has a unique icon for each destination", () => {
    const icons = show("/clinics")
      .getAllByRole("link")
      .map((link) => link.querySelector("svg")?.innerHTML);
    expect(new Set(icons).size).toBe(entriesFor("super_admin").length);
  });

  it.each([
    ["/clinics", "Clinics"],
    ["/clinics-details/7/payments", "Clinics"],
    ["/doctor-details/7/profile", "Doctors"],
    ["/settings/users/doctors", "Doctors"],
    ["/follow-ups?scope=all", "Today"],
    ["/mentions", "Today"],
    ["/users-details/7", "Users"],
    ["/billing-plans", "Users"],
    ["/book-appointment/7", "Referrals"],
    ["/payments?status=failed", "Payments"],
    ["/change-requests/7", "Change requests"],
    ["/campaign-leads?clid=7", "Leads"],
    ["/campaign-leads/uploads", "Leads"],
    ["/ad-campaigns", "Ad campaigns"],
    ["/lab-details/7/details", "Labs"],
    ["/pharmacy-details/7/details", "Pharmacies"],
  ])("marks the current screen at %s", (path, entry) => {
    const marked = show(path).getAllByRole("link", { current: "page" });
    expect(marked.map((link) => link.textContent)).toEqual([entry]);
  });

  it("marks no entry on other screens", () => {
    expect(show("/nowhere").queryByRole("link", { current: "page" })).toBeNull();
  });

  it("describes the entries where items wait, without changing their names", () => {
    const nav = show("/clinics");
    act(() => dueCounts.set({ "/doctors": { count: 1234, capped: true }, "/payments": { count: 3, capped: false } }));
    const described = nav.getAllByRole("link").filter((link) => link.hasAttribute("aria-describedby"));
    const descriptions = described.map((link) => [
      link.textContent,
      document.getElementById(link.getAttribute("aria-describedby") ?? "")?.textContent,
    ]);
    expect(descriptions).toEqual([
      ["Doctors", "1,234+1,234+ waiting"],
      ["Payments", "33 waiting"],
    ]);
    expect(nav.getByText("1,234+").getAttribute("aria-hidden")).toBe("true");
  });

  it("folds a group and stores it", () => {
    const misc = { name: /^Misc/ };
    const nav = show("/clinics");
    fireEvent.click(nav.getByRole("button", misc));
    expect(nav.queryByRole("link", { name: "Labs" })).toBeNull();
    cleanup();
    expect(show("/clinics").getByRole("button", misc).getAttribute("aria-expanded")).toBe("false");
  });

  it("folds Misc by default except on its own pages", () => {
    preferences.set("navmisc", ""); // as before the first choice
    expect(show("/clinics").queryByRole("link", { name: "Labs" })).toBeNull();
    cleanup();
    expect(show("/labs").getByRole("link", { name: "Labs", current: "page" })).toBeTruthy();
  });
});
