import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { SWRConfig } from "swr";
import { afterEach, expect, test, vi } from "vitest";
import type { Draft } from "@/api/drafts";
import { session } from "@/api/session";
import "@/i18n";
import { respond } from "@/test-api";
import { AddDoctor } from "./AddDoctor";

afterEach(() => act(() => session.end("signedOut")));

test("number restored from a draft can be looked up at once", async () => {
  const draft: Draft = {
    draft_id: "4f1c8a9be2d04b7c8a3e5d6f7a8b9c0d",
    form: "clinicDoctors.41",
    values: { phone_number: "9812345670" },
    began_with: { phone_number: "" },
    kept_at: "2026-11-20T09:30:00Z",
  };
  const user = { id: 1, name: "Harpreet", phone_number: "9000000001", email: null, user_accounts: [] };
  session.start({ authToken: "a", refreshToken: "r", accountType: "super_admin", user });
  vi.stubGlobal("fetch", async () => respond("get", "/careops/drafts", { success: true, data: { drafts: [draft] } }));
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <MemoryRouter>
        <AddDoctor clinicId={41} onClose={vi.fn()} />
      </MemoryRouter>
    </SWRConfig>,
  );
  const find = screen.getByRole("button", { name: "Find" });
  expect(find).toHaveProperty("disabled", true);
  await userEvent.click(await screen.findByRole("button", { name: "Use draft" }));
  await waitFor(() => expect(find).toHaveProperty("disabled", false));
});
