import { renderHook } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { SwrProvider } from "@/api/SwrProvider";
import { session } from "@/api/session";
import { respond, respondError } from "@/test-api";
import { toast } from "@/ui/toast";
import { sendRelogin, sendWebUpgrade } from "./broadcasts";
import { useSendBroadcast } from "./useSendBroadcast";

afterEach(() => vi.restoreAllMocks());

async function sent(send: () => Promise<unknown>, answer: Response) {
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
    info: vi.spyOn(toast, "info"),
  };
  const onTooSoon = vi.fn();
  const { result } = renderHook(() => useSendBroadcast(send as () => Promise<object>, "It is sent", onTooSoon), {
    wrapper: SwrProvider,
  });
  await result.current.run();
  return { requests, toasts, onTooSoon };
}

test("a failure is said in the documented words, with what the server said beside them", async () => {
  const silent = await sent(sendRelogin, respondError(500));
  expect(silent.requests).toEqual([["/api/admin/users/reset_web_version", undefined]]);
  expect(silent.toasts.error).toHaveBeenCalledWith("Something went wrong. Plesae try again.");
  vi.restoreAllMocks();
  const problem = { source: "app_type", title: "This was sent less than a minute ago" };
  const tooSoon = await sent(() => sendWebUpgrade("cms"), respondError(429, problem));
  expect(tooSoon.requests[0]).toEqual(["/api/web_upgrade", { app_type: "cms" }]);
  expect(tooSoon.toasts.error).toHaveBeenCalledWith(
    "This was sent less than a minute ago. Please wait a moment before sending it again.",
    { title: "Something went wrong. Plesae try again." },
  );
  expect(tooSoon.onTooSoon).toHaveBeenCalledOnce();
});

test("one that goes out is called sent, also by a platform that says nothing else; one that waits is not", async () => {
  const { toasts } = await sent(sendRelogin, Response.json({ success: true }));
  expect(toasts.success).toHaveBeenCalledWith("It is sent");
  vi.restoreAllMocks();
  const data = { broadcast_id: null, devices: null, proposal_id: 7 };
  const waiting = await sent(sendRelogin, respond("post", "/admin/users/reset_web_version", { success: true, data }));
  expect(waiting.toasts.success).not.toHaveBeenCalled();
  expect(waiting.toasts.info).toHaveBeenCalledWith("It will be sent once another super admin approves it.");
});
