import { renderHook } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { SwrProvider } from "@/api/SwrProvider";
import { session } from "@/api/session";
import { respondError } from "@/test-api";
import { toast } from "@/ui/feedback/toast";
import type { App } from "./broadcasts";
import { useSendBroadcast } from "./useSendBroadcast";

afterEach(() => vi.restoreAllMocks());

async function sent(app: App | null, answer: Response) {
  const user = { id: 1, name: "H", phone_number: "9000000001", email: null, user_accounts: [] };
  session.start({ authToken: "a", refreshToken: "r", accountType: "super_admin", user });
  const requests: [string, unknown][] = [];
  vi.stubGlobal("fetch", async (url: string, { body }: RequestInit) => {
    requests.push([url, typeof body === "string" ? JSON.parse(body) : undefined]);
    return answer;
  });
  const toasts = {
    success: vi.spyOn(toast, "success"),
    error: vi.spyOn(toast, "error"),
  };
  const onTooSoon = vi.fn();
  const { result } = renderHook(() => useSendBroadcast(app, "It is sent", onTooSoon), { wrapper: SwrProvider });
  await result.current.run();
  return { requests, toasts, onTooSoon };
}

test("failure has the documented words with the message of the server", async () => {
  const silent = await sent(null, respondError(500));
  expect(silent.requests).toEqual([["/api/admin/users/reset_web_version", undefined]]);
  expect(silent.toasts.error).toHaveBeenCalledWith("Something went wrong. Plesae try again.");
  vi.restoreAllMocks();
  const problem = { source: "app_type", title: "This was sent less than a minute ago" };
  const tooSoon = await sent("cms", respondError(429, problem));
  expect(tooSoon.requests[0]).toEqual(["/api/web_upgrade", { app_type: "cms" }]);
  expect(tooSoon.toasts.error).toHaveBeenCalledWith(
    "This was sent less than a minute ago. Please wait a moment before sending it again.",
    { title: "Something went wrong. Plesae try again." },
  );
  expect(tooSoon.onTooSoon).toHaveBeenCalledOnce();
});

test("sent broadcast is reported without a result from the platform", async () => {
  const { toasts, onTooSoon } = await sent(null, Response.json({ success: true }));
  expect(toasts.success).toHaveBeenCalledWith("It is sent");
  expect(onTooSoon).not.toHaveBeenCalled();
});

test("covered broadcast is not sent, and the message offers to propose it", async () => {
  const change = { call: "SendWebUpgrade", parameters: { app_type: "cms" } };
  const title = "This change needs approval: propose it instead";
  const problem = { source: "", title, code: "approval_required", change_request: { changes: [change] } as never };
  const { toasts, onTooSoon } = await sent("cms", respondError(409, problem));
  expect(toasts.success).not.toHaveBeenCalled();
  expect(toasts.error).toHaveBeenCalledWith(expect.any(String), {
    title: "Something went wrong. Plesae try again.",
    offer: expect.objectContaining({ text: "Propose…" }),
  });
  expect(onTooSoon).not.toHaveBeenCalled();
});
