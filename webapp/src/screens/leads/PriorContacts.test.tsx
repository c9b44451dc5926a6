import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import type { components } from "@/api/gen/schema";
import { SwrProvider } from "@/api/SwrProvider";
import { session } from "@/api/session";
import { respond } from "@/test-api";
import { PriorContacts } from "./PriorContacts";

const dental: components["schemas"]["KnownLead"] = {
  ad_campaign_id: 7,
  campaign_name: "Dental camp",
  clinic_id: 41,
  clinic_name: "Navjeevan Polyclinic",
  created_at: "2026-10-02T09:14:00Z",
};

function show(data: components["schemas"]["KnownBefore"]) {
  const user = { id: 1, name: "H", phone_number: "9000000001", email: null, user_accounts: [] };
  session.start({ authToken: "a", refreshToken: "r", accountType: "super_admin", user });
  vi.stubGlobal("fetch", async () => respond("get", "/careops/leads/{lead_id}/known_before", { success: true, data }));
  render(
    <MemoryRouter>
      <SwrProvider>
        <PriorContacts leadId={9104} />
      </SwrProvider>
    </MemoryRouter>,
  );
}

test("other campaigns and the user of the same person are named", async () => {
  show({ leads: [dental], user_id: 1204 });
  const campaign = await screen.findByRole("link", { name: "Dental camp" });
  expect(campaign.getAttribute("href")).toBe("/campaign-leads?clid=7");
  expect(screen.getByText(/^Navjeevan Polyclinic · 02-10-2026/)).toBeTruthy();
  const user = screen.getByRole("link", { name: "Platform user" });
  expect(user.getAttribute("href")).toBe("/users-details/1204");
});

test("account without permission sees no link to the user", async () => {
  show({ leads: [dental], user_id: null });
  await screen.findByRole("link", { name: "Dental camp" });
  expect(screen.getAllByRole("link")).toHaveLength(1);
});
