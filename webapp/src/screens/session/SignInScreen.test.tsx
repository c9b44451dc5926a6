import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { session, type User } from "@/api/session";
import { respond, respondError } from "@/test-api";
import { SignInScreen } from "./SignInScreen";

const user = (...types: string[]): User => ({
  id: 1,
  name: "H",
  phone_number: "9000000002",
  email: null,
  user_accounts: types.map((account_type) => ({ account_type })),
});
const signedIn = (...types: string[]) =>
  respond("post", "/auth/sign_in", {
    success: true,
    data: { user: user(...types) },
    auth_token: "a",
    refresh_token: "r",
  });

function server(answer: Response) {
  const fetch = vi.fn(async (_url: string, _init: RequestInit) => answer.clone());
  vi.stubGlobal("fetch", fetch);
  return fetch;
}
async function submit(phone: string, password: string) {
  render(<SignInScreen />);
  if (phone) await userEvent.type(screen.getByLabelText("Phone number"), phone);
  if (password) await userEvent.type(screen.getByLabelText("Password"), password);
  await userEvent.click(screen.getByRole("button", { name: "Sign in" }));
}
afterEach(() => session.end("signedOut"));

describe("sign-in screen", () => {
  it("reports missing values and sends nothing", async () => {
    const fetch = server(signedIn("super_admin"));
    await submit("", "");
    for (const text of [
      "Please enter phone number",
      "Please enter the password.",
      "Phone number and password are required.",
    ])
      expect(screen.getByText(text)).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText("Phone number"));
    expect(fetch).not.toHaveBeenCalled();
  });

  it("sends ten digits and country code 91 and starts the session", async () => {
    const fetch = server(signedIn("customer_care", "billing_admin"));
    await submit("९००० 00-0002 5", "secret");
    const started = { authToken: "a", refreshToken: "r", accountType: "billing_admin" };
    await waitFor(() => expect(session.get()).toMatchObject(started));
    expect(JSON.parse(String(fetch.mock.calls[0]?.[1].body))).toEqual({
      user_signin_form: { country_code: "91", phone_number: "9000000002", password: "secret" },
    });
  });

  it.each([
    ["password", "Password is invalid."],
    ["mobile_number_or_password", "Phone Number or Password is invalid."],
    ["username_or_password", "You need admin access to sign in"],
    ["user_status", "There was some error while processing the request."],
    ["", "There was some error while processing the request."],
  ])("reports a refusal with source %j: %s", async (source, text) => {
    server(respondError(401, { source, title: "anything" }));
    await submit("9000000001", "wrong");
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>("Password").value).toBe("wrong");
    expect(session.get()).toBeNull();
  });

  it("explains the block below the specified sentence", async () => {
    server(respondError(401, { source: "user_status", title: "anything" }));
    await submit("9000000001", "right");
    expect(await screen.findByText("This account is blocked. Ask a super admin to unblock it.")).toBeTruthy();
  });

  it("refuses users without a permitted account", async () => {
    server(signedIn("doctor"));
    await submit("9000000009", "secret");
    expect(await screen.findByText("You need admin access to sign in")).toBeTruthy();
    expect(localStorage.length).toBe(0);
  });
});

it("keeps the phone number of the expired session", async () => {
  const fetch = server(signedIn("super_admin"));
  render(<SignInScreen knownPhone="9000000002" />);
  expect(screen.getByLabelText("Phone number")).not.toBe(document.activeElement);
  await userEvent.type(screen.getByLabelText("Password"), "secret{Enter}");
  await waitFor(() => expect(fetch).toHaveBeenCalledOnce());
  expect(String(fetch.mock.calls[0]?.[1].body)).toContain("9000000002");
});
