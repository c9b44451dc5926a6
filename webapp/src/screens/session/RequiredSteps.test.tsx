import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { api } from "@/api/client";
import { isSilent } from "@/api/errors";
import { session } from "@/api/session";
import { respond, respondError } from "@/test-api";
import { RequiredSteps } from "./RequiredSteps";

interface Sent {
  path: string;
  key: string | null;
  body: string;
}
let sent: Sent[];
const oneTime = () =>
  respond("post", "/careops/users/{user_id}/password", { success: true, data: { password: "x7m2k" } });

/** Fake server that requires `source` first, until `path` succeeds. */
function wants(source: string, path: `/careops/session/${"confirm" | "password"}`, ...refusals: Response[]) {
  let isConfirmed = false;
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    const key = new Headers(init.headers).get("idempotency-key");
    sent.push({ path: url, key, body: String(init.body ?? "") });
    if (url !== `/api${path}`) return isConfirmed ? oneTime() : respondError(403, { source, title: "First" });
    const refusal = refusals.shift();
    isConfirmed = !refusal;
    return refusal ?? respond("post", path, { success: true });
  });
}
const reset = () => api.post("/careops/users/{user_id}/password", { path: { user_id: 9 } });

beforeEach(() => {
  sent = [];
  const user = { id: 1, name: "Harpreet", phone_number: "9000000001", email: null, user_accounts: [] };
  session.start({ authToken: "a", refreshToken: "r", accountType: "super_admin", user });
});
afterEach(() => session.end("signedOut"));

it("asks for the password once and repeats each waiting call with its key", async () => {
  wants(
    "step_up_required",
    "/careops/session/confirm",
    respondError(422, { source: "password", title: "Password is invalid.", code: "wrong_password" }),
  );
  render(<RequiredSteps />);
  const calls = [reset(), api.post("/careops/users/{user_id}/password", { path: { user_id: 8 } })];
  await userEvent.type(await screen.findByLabelText("Password"), "wrong{Enter}");
  await screen.findByText("Password is invalid.");
  await userEvent.clear(screen.getByLabelText("Password"));
  await userEvent.type(screen.getByLabelText("Password"), "my own password{Enter}");
  expect((await Promise.all(calls)).map((answer) => answer.data.password)).toEqual(["x7m2k", "x7m2k"]);
  for (const id of [9, 8]) {
    const keys = sent.filter(({ path }) => path === `/api/careops/users/${id}/password`).map(({ key }) => key);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  }
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

it("drops the call silently if the password is not given", async () => {
  wants("step_up_required", "/careops/session/confirm");
  render(<RequiredSteps />);
  const call = reset().catch((error: unknown) => error);
  await userEvent.click(await screen.findByRole("button", { name: "Cancel" }));
  expect(isSilent(await call)).toBe(true);
  expect(sent).toHaveLength(1);
  expect(session.get()).not.toBeNull();
});

it("requires the change of a one-time password or signs out", async () => {
  wants(
    "must_change_password",
    "/careops/session/password",
    respondError(422, { source: "new_password", title: "It repeats itself", code: "password_repeats" }),
  );
  render(<RequiredSteps />);
  const call = reset();
  expect(await screen.findByRole("heading", { name: "Choose your password" })).toBeTruthy();
  await userEvent.type(screen.getByLabelText("One-time password"), "x7m2k-p9qwd");
  await userEvent.type(screen.getByLabelText("New password"), "passwordpassword{Enter}");
  await screen.findByText("This password repeats the same characters. Please choose another one.");
  await userEvent.clear(screen.getByLabelText("New password"));
  await userEvent.type(screen.getByLabelText("New password"), "monsoon rain on tin roofs{Enter}");
  expect((await call).data.password).toBe("x7m2k");
  expect(JSON.parse(sent.at(-2)?.body ?? "")).toEqual({
    old_password: "x7m2k-p9qwd",
    new_password: "monsoon rain on tin roofs",
  });
});

it("signs out users who refuse to change the password", async () => {
  wants("must_change_password", "/careops/session/password");
  render(<RequiredSteps />);
  const call = reset().catch((error: unknown) => error);
  await userEvent.click(await screen.findByRole("button", { name: "Sign out" }));
  expect(isSilent(await call)).toBe(true);
  expect(session.get()).toBeNull();
});
