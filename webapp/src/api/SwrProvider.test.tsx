import { renderHook, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { respond } from "@/test-api";
import { useRecord, useRefresh } from "./hooks";
import { SwrProvider } from "./SwrProvider";
import { session } from "./session";

it("change that finishes after the session reloads nothing", async () => {
  const user = { id: 1, name: "G", phone_number: "9000000001", email: null, user_accounts: [] };
  session.start({ authToken: "a", refreshToken: "r", accountType: "super_admin", user });
  const fetch = vi.fn(async () =>
    respond("get", "/admin/news_tags", { success: true, data: [], meta: { total_records: 0, total_pages: 0 } }),
  );
  vi.stubGlobal("fetch", fetch);
  const read = () => ({
    tags: useRecord("/admin/news_tags", { query: {} }, ({ data }) => Array.isArray(data)),
    refresh: useRefresh("/admin/news_tags"),
  });
  const { result, unmount } = renderHook(read, { wrapper: SwrProvider });
  await waitFor(() => expect(result.current.tags.data).toBeTruthy());
  await result.current.refresh();
  expect(fetch).toHaveBeenCalledTimes(2);
  unmount();
  await result.current.refresh();
  await result.current.tags.mutate();
  expect(fetch).toHaveBeenCalledTimes(2);
});
