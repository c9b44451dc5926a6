import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SwrProvider } from "@/api/SwrProvider";
import { session } from "@/api/session";
import "@/i18n";
import { forgetRowsPerPage } from "@/lib/list/rowsPerPage";
import { preferences } from "@/lib/state/preferences";
import { respond } from "@/test-api";
import { ReleaseNotesScreen } from "./ReleaseNotesScreen";

let requests: string[];

beforeEach(() => {
  requests = [];
  const user = { id: 1, name: "H", phone_number: "9000000001", email: null, user_accounts: [] };
  session.start({ authToken: "a", refreshToken: "r", accountType: "super_admin", user });
  preferences.set("rows", "twenty");
  forgetRowsPerPage();
  const notes = Array.from({ length: 10 }, (_, at) => ({
    id: at + 1,
    title: `Note ${at + 1}`,
    note_text: "Text",
    publish: false,
    published_at: null,
  }));
  vi.stubGlobal("fetch", async (url: string) => {
    if (url.includes("/careops/drafts"))
      return respond("get", "/careops/drafts", { success: true, data: { drafts: [] } });
    requests.push(url);
    const data = { release_notes: notes, total_records: 15, total_pages: 2 };
    return respond("get", "/admin/release_notes", { success: true, data });
  });
});
afterEach(() => {
  preferences.set("rows", "ten");
  forgetRowsPerPage();
});

test("release notes have ten rows per page and no choice (REL-023)", async () => {
  render(
    <MemoryRouter>
      <SwrProvider>
        <ReleaseNotesScreen />
      </SwrProvider>
    </MemoryRouter>,
  );
  expect(await screen.findByRole("navigation", { name: /Release Notes/i })).toBeTruthy();
  expect(screen.queryByText("Rows per page")).toBeNull();
  expect(requests.every((url) => url.includes("perpage=10"))).toBe(true);
});
