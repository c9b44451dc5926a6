import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { createMemoryRouter, RouterProvider, useLocation } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { SwrProvider } from "@/api/SwrProvider";
import { session } from "@/api/session";
import { heldItem } from "@/screens/today/shared/heldItem";
import type { Item } from "@/screens/today/shared/today";
import { respond, respondError } from "@/test-api";
import { Toaster } from "@/ui/feedback/Toaster";
import { dismissAll } from "@/ui/feedback/toast";
import type { DoctorProfile } from "./doctors";
import { VerificationPanel } from "./VerificationPanel";

const doctor: DoctorProfile = {
  id: 12,
  name: "Simran Kaur",
  first_name: "Simran",
  last_name: "Kaur",
  country_code: "91",
  phone_number: "9812345670",
  speciality: null,
  reg_nbr: null,
  status: null,
  verified: false,
  dob: null,
  gender: null,
  patients_per_hour: null,
  exp: null,
  bio: null,
  reg_photo_url: null,
  certificate: null,
  verified_by_name: null,
  verified_at: null,
  verification_reason: null,
  verified_as: null,
};
const verified: DoctorProfile = { ...doctor, reg_nbr: "PMC-1", verified: true };
const item: Item = {
  source: "doctors",
  verb: "verify",
  record_id: "12",
  title: "Simran Kaur",
  detail: null,
  amount: null,
  record: "doctor:12",
  note_id: null,
  news: null,
  at: "2026-11-20T09:30:00Z",
  day: null,
  due_at: "2026-11-20T09:30:00Z",
  claimed_by: null,
  claimed_until: null,
  mine: true,
  snoozed_until: null,
  snoozed_by: null,
};
/** Changes in their order: path and body. */
let sent: [path: string, body: unknown][];
let refusesNotes: boolean;

beforeEach(() => {
  dismissAll();
  sent = [];
  refusesNotes = false;
  heldItem.set(null);
  const user = { id: 1, name: "H", phone_number: "9000000001", email: null, user_accounts: [] };
  session.start({ authToken: "a", refreshToken: "r", accountType: "customer_care", user });
  vi.stubGlobal("fetch", async (address: string, init: RequestInit = {}) => {
    const path = new URL(address, location.href).pathname.replace("/api", "");
    const isChange = (init.method ?? "GET") !== "GET" && !path.startsWith("/careops/drafts");
    if (isChange) sent.push([path, init.body ? JSON.parse(String(init.body)) : undefined]);
    switch (path) {
      case "/careops/doctors/12/dossier": {
        const dossier = { odd_number: false, same_number: [], same_certificate: [], decisions: [] };
        return respond("get", "/careops/doctors/{id}/dossier", { success: true, data: { dossier } });
      }
      case "/careops/drafts":
        return respond("get", "/careops/drafts", { success: true, data: { drafts: [] } });
      case "/careops/staff":
        return respond("get", "/careops/staff", { success: true, data: { staff: [] } });
      case "/careops/today/next": {
        const next = { ...item, record_id: "31", record: "doctor:31" };
        return respond("post", "/careops/today/next", { success: true, data: { item: next } });
      }
      case "/careops/notes":
        if (refusesNotes) return respondError(500);
        return respond("post", "/careops/notes", { success: true, data: { note: { id: 7, warnings: [] } } });
    }
    return Response.json({ success: true, data: {} });
  });
});

function Address() {
  return <output data-testid="address">{useLocation().pathname}</output>;
}
/** Set by the panel: refresh its doctor, whose number a colleague has changed. */
let refresh: (number: string) => void;
function Refreshed({ first }: { first: DoctorProfile }) {
  const [shown, setShown] = useState(first);
  refresh = (number) => act(() => setShown({ ...first, reg_nbr: number }));
  return <VerificationPanel doctor={shown} />;
}
function show(shown: DoctorProfile) {
  const at = "/doctor-details/12/basic-details";
  history.replaceState(null, "", at);
  const content = (
    <>
      <Toaster />
      <Address />
      <Refreshed first={shown} />
    </>
  );
  const router = createMemoryRouter([{ path: "*", element: content }], { initialEntries: [at] });
  render(
    <SwrProvider>
      <RouterProvider router={router} />
    </SwrProvider>,
  );
}
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
async function openVerification(shown: DoctorProfile) {
  show(shown);
  await press("Verify");
  const dialog = await screen.findByRole("dialog");
  await userEvent.selectOptions(within(dialog).getByLabelText("Reason"), "Checked with College");
  return within(dialog);
}
const verification = [
  "/doctors/12/verify",
  { verify_details: { verify_status: true, verification_reason: "Checked with College" } },
];
const withdrawal = ["/doctors/12/verify", { verify_details: { verify_status: false, verification_reason: null } }];

test("missing number and certificate need a second confirmation, which Enter cancels", async () => {
  const dialog = await openVerification(doctor);
  await userEvent.click(dialog.getByRole("button", { name: "Verify" }));
  const question = await screen.findByRole("alertdialog", { name: "Verify without complete evidence?" });
  expect(question.textContent).toContain("This doctor has no registration number yet.");
  expect(question.textContent).toContain("This doctor has no certificate yet.");
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Cancel"));
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(sent).toEqual([]);
  await userEvent.click(dialog.getByRole("button", { name: "Verify" }));
  await userEvent.click(await screen.findByRole("button", { name: "Verify anyway" }));
  await waitFor(() => expect(sent).toEqual([verification]));
});

test("confirmation lists only the missing certificate", async () => {
  const dialog = await openVerification({ ...doctor, reg_nbr: "PMC-1" });
  await userEvent.click(dialog.getByRole("button", { name: "Verify" }));
  const question = await screen.findByRole("alertdialog");
  expect(question.textContent).toContain("This doctor has no certificate yet.");
  expect(question.textContent).not.toContain("registration number");
});

test("complete doctor is verified without a second confirmation", async () => {
  const dialog = await openVerification({
    ...doctor,
    reg_nbr: "PMC-1",
    reg_photo_url: "https://careops.example/a.jpg",
  });
  await userEvent.click(dialog.getByRole("button", { name: "Verify" }));
  await waitFor(() => expect(sent).toEqual([verification]));
  expect(screen.queryByRole("alertdialog")).toBeNull();
});

test("refresh of the screen reaches the dialog until the reason is chosen", async () => {
  show({ ...doctor, reg_nbr: "PMC-1" });
  await press("Verify");
  const dialog = within(await screen.findByRole("dialog"));
  refresh("PMC-2");
  expect(await dialog.findByText("PMC-2")).toBeTruthy();
  await userEvent.selectOptions(dialog.getByLabelText("Reason"), "Checked with College");
  refresh("PMC-3");
  await waitFor(() => expect(screen.getByText("PMC-3")).toBeTruthy());
  expect(dialog.getByText("PMC-2")).toBeTruthy();
});

test("Verify and next opens the next item of the round in Today", async () => {
  heldItem.set({
    item,
    at: "/doctor-details/12/basic-details",
    round: { source: "doctors", position: 1, total: { count: 5, capped: false } },
  });
  const dialog = await openVerification(doctor);
  await userEvent.click(dialog.getByRole("button", { name: "Verify and next" }));
  await userEvent.click(await screen.findByRole("button", { name: "Verify anyway" }));
  await waitFor(() => expect(screen.getByTestId("address").textContent).toBe("/doctor-details/31/basic-details"));
  expect(sent).toEqual([verification, ["/careops/today/next", { sources: ["doctors"] }]]);
  expect(heldItem.get()).toMatchObject({ item: { record_id: "31" }, round: { position: 2 } });
});

test("verification is withdrawn without a reason or note", async () => {
  show(verified);
  await press("Unverify");
  const dialog = within(await screen.findByRole("dialog", { name: "Unverify doctor?" }));
  await userEvent.click(dialog.getByRole("button", { name: "Unverify" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent).toEqual([withdrawal]);
});

test("optional note follows the withdrawal", async () => {
  show(verified);
  await press("Unverify");
  await userEvent.type(await screen.findByRole("textbox", { name: /Note/ }), "Certificate is of another person");
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  await waitFor(() => expect(sent).toHaveLength(2));
  const note = { record: "doctor:12", text: "Certificate is of another person", mentions: [] };
  expect(sent).toEqual([withdrawal, ["/careops/notes", note]]);
});

test("failed note after the withdrawal stays in a dialog", async () => {
  refusesNotes = true;
  show(verified);
  await press("Unverify");
  await userEvent.type(await screen.findByRole("textbox", { name: /Note/ }), "Wrong person");
  await userEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Unverify" }));
  const again = await screen.findByRole("dialog", { name: /note/i });
  await waitFor(() => expect(within(again).getByRole<HTMLTextAreaElement>("textbox").value).toBe("Wrong person"));
  expect(screen.getByText(/There was some error/)).toBeTruthy();
});
