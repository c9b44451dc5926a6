import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { expect, it, vi } from "vitest";
import { SwrProvider } from "@/api/SwrProvider";
import { session } from "@/api/session";
import { ListLayoutProvider } from "@/screens/views/shared/ListLayoutProvider";
import { respond } from "@/test-api";
import { BillingSection } from "./BillingSection";
import type { BillingPayment } from "./subscriptions";

const payment = (id: number): BillingPayment => ({
  id,
  invoices: [{ unique_id: `INV-${id}`, payload: { line_items: [{ name: "Clinic Yearly" }] } }],
  created_at: "2026-09-14T04:05:00Z",
  description: null,
  current_start: "2026-09-14T04:05:00Z",
  current_end: "2027-09-14T04:05:00Z",
  method: "upi",
  already_paid: 0,
  promo_code_name: null,
  discount: null,
  amount: 8999.25,
});

it("has selectable columns and a complete export", async () => {
  const user = { id: 1, name: "H", phone_number: "9000000001", email: null, user_accounts: [] };
  session.start({ authToken: "a", refreshToken: "r", accountType: "billing_admin", user });
  const sent: { url: string; body: unknown }[] = [];
  vi.stubGlobal("fetch", async (url: string, { body }: RequestInit = {}) => {
    if (body) sent.push({ url, body: JSON.parse(String(body)) });
    if (url.endsWith("/export")) return new Response("a", { headers: { "Content-Type": "text/csv" } });
    if (url.endsWith("/layouts")) return respond("get", "/careops/layouts", { success: true, data: { layouts: [] } });
    const payments = Array.from({ length: 12 }, (_, at) => payment(at + 1));
    return respond("get", "/admin/users/{user_id}/billing_payments", { success: true, data: { payments } });
  });
  vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:a");
  render(
    <MemoryRouter>
      <SwrProvider>
        <ListLayoutProvider>
          <BillingSection userId={9} />
        </ListLayoutProvider>
      </SwrProvider>
    </MemoryRouter>,
  );
  expect(await screen.findAllByText(/^INV-/)).toHaveLength(10);
  await userEvent.click(screen.getByRole("button", { name: "Columns" }));
  await userEvent.click(await screen.findByRole("checkbox", { name: "Show Promo code" }));
  expect(screen.queryByRole("columnheader", { name: "Promo code" })).toBeNull();
  await userEvent.keyboard("{Escape}");
  await userEvent.click(screen.getByRole("button", { name: "Export" }));
  await userEvent.click(await screen.findByRole("button", { name: "CSV" }));
  const body = await waitFor(() => {
    const exported = sent.find(({ url }) => url === "/api/careops/lists/ListBillingPayments/export");
    expect(exported).toBeTruthy();
    return exported?.body as { filters: object; columns: { fields: string[] }[] };
  });
  expect(body.filters).toEqual({ user_id: 9 });
  expect(body.columns.map(({ fields }) => fields)).toEqual([
    ["created_at"],
    ["invoices.0.unique_id"],
    ["invoices.0.payload.line_items.0.name"],
    ["current_start", "current_end"],
    ["description"],
    ["method"],
    ["already_paid"],
    ["discount"],
    ["amount"],
  ]);
});
