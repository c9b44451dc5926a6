import { beforeEach, expect, it, vi } from "vitest";
import { api } from "./client";
import { dryRun } from "./dryRun";
import { ApiError } from "./errors";
import { session } from "./session";

let sent: string[];

beforeEach(() => {
  sent = [];
  const user = { id: 1, name: "Harpreet", phone_number: "9000000001", email: null, user_accounts: [] };
  const authToken = `e30.${btoa(JSON.stringify({ exp: 4_000_000_000 })).replaceAll("=", "")}.x`;
  session.start({ authToken, refreshToken: "refresh", accountType: "super_admin", user });
  vi.stubGlobal("fetch", async (url: string, { method }: RequestInit) => {
    sent.push(`${method} ${url}`);
    return url.endsWith("/9")
      ? Response.json({ success: false, errors: [{ source: "", title: "No" }] }, { status: 404 })
      : Response.json({ success: true, clinic: { id: 4 }, data: {} });
  });
});

const read = (id: number) => api.get("/admin/clinics/{id}", { path: { id } });
const path = { clinic_id: 4, module_id: 7 };
const activate = () => api.post("/clinics/{clinic_id}/spec_modules/{module_id}/activate", { path });
const keepDraft = () =>
  api.put("/careops/drafts/{draft_id}", {
    path: { draft_id: "0".repeat(32) },
    body: { form: "clinic.4", values: {}, began_with: {} },
  });

it("tells the change instead of sending it; what is read for it and kept beside it goes on", async () => {
  const told = await dryRun(async () => {
    await read(4);
    await keepDraft();
    await activate();
    throw new Error("what comes after the change is not reached");
  });
  expect(told).toMatchObject({
    verb: "post",
    path: "/clinics/{clinic_id}/spec_modules/{module_id}/activate",
    options: { path },
  });
  expect(sent).toEqual(["GET /api/admin/clinics/4", `PUT /api/careops/drafts/${"0".repeat(32)}`]);
});

it("sends again afterwards, as ever", async () => {
  await dryRun(activate);
  expect(sent).toEqual([]);
  await activate();
  expect(sent).toEqual(["POST /api/clinics/4/spec_modules/7/activate"]);
});

it("says when nothing would be sent, and what went wrong before that", async () => {
  expect(await dryRun(() => read(4))).toBeNull();
  await expect(dryRun(() => read(9).then(activate))).rejects.toBeInstanceOf(ApiError);
  expect(sent).toEqual(["GET /api/admin/clinics/4", "GET /api/admin/clinics/9"]);
});
