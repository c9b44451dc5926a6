import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { type AccountType, session } from "@/api/session";
import { respond, respondError } from "@/test-api";
import { Toaster } from "@/ui/feedback/Toaster";
import { AccountNumber } from "./AccountNumber";

let requests: string[];
const NUMBER = "0314159265358979";

const showNumber = () =>
  respond("get", "/careops/clinics/{clinic_id}/account_number", { success: true, data: { account_no: NUMBER } });

function show(accountType: AccountType, reply = showNumber) {
  requests = [];
  const user = { id: 1, name: "H", phone_number: "9000000001", email: null, user_accounts: [] };
  session.start({ authToken: "a", refreshToken: "r", accountType, user });
  vi.stubGlobal("fetch", async (url: string) => {
    requests.push(url);
    return reply();
  });
  render(
    <>
      <Toaster />
      <AccountNumber clinicId={41} ending="••••8979" />
    </>,
  );
}
afterEach(() => vi.useRealTimers());

test("full number is shown on request and hidden again by hand", async () => {
  show("billing_admin");
  expect(requests).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "Show the whole account number" }));
  expect(await screen.findByText(NUMBER)).toBeTruthy();
  expect(requests).toEqual(["/api/careops/clinics/41/account_number"]);
  await userEvent.click(screen.getByRole("button", { name: "Hide the account number" }));
  expect(screen.queryByText(NUMBER)).toBeNull();
  expect(screen.getByText("••••8979")).toBeTruthy();
});

test("number is hidden after half a minute", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  show("super_admin");
  await userEvent.setup({ advanceTimers: vi.advanceTimersByTime }).click(screen.getByRole("button"));
  await screen.findByText(NUMBER);
  act(() => void vi.advanceTimersByTime(30_000));
  expect(screen.queryByText(NUMBER)).toBeNull();
});

test("account without billing permission sees the masked number only", () => {
  show("customer_care");
  expect(screen.getByText("••••8979")).toBeTruthy();
  expect(screen.queryByRole("button")).toBeNull();
});

test("failure shows the message of the server and keeps the masked number", async () => {
  const problem = { title: "There is no account number of this clinic", source: "clinic_id" };
  show("super_admin", () => respondError(404, problem));
  await userEvent.click(screen.getByRole("button"));
  expect(await screen.findByText("This clinic has no account number")).toBeTruthy();
  expect(screen.getByText("••••8979")).toBeTruthy();
});
