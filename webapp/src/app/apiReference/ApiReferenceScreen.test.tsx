import { readFileSync } from "node:fs";
import { fireEvent, render, screen, within } from "@testing-library/react";
import { MemoryRouter, Route, Routes } from "react-router";
import { beforeEach, expect, it, vi } from "vitest";
import { SwrProvider } from "@/api/SwrProvider";
import { type AccountType, session } from "@/api/session";
import { respondError } from "@/test-api";
import { Toaster } from "@/ui/feedback/Toaster";
import { ApiReferenceScreen } from "./ApiReferenceScreen";
import { mostShown } from "./TryCall";

const user = { id: 1, name: "Harpreet", phone_number: "9000000001", email: null, user_accounts: [] };
const authToken = `e30.${btoa(JSON.stringify({ exp: 4_000_000_000 })).replaceAll("=", "")}.x`;

/** Answers of the platform by address. */
let answers: Record<string, () => Response>;
let requested: string[];
/** True if no file of the reference can be fetched. */
let offline: boolean;
beforeEach(() => {
  answers = {};
  requested = [];
  offline = false;
  vi.stubGlobal("scrollTo", () => undefined);
  vi.stubGlobal("fetch", async (url: string) => {
    requested.push(url);
    const file = /reference\/(\w+)\.json/.exec(url);
    if (!file) return (answers[url] ?? (() => respondError(404)))();
    if (offline) throw new TypeError("offline");
    return new Response(readFileSync(`webapp/src/api/gen/reference/${file[1]}.json`));
  });
});

function open(address: string, accountType: AccountType = "super_admin") {
  session.start({ authToken, refreshToken: "r", accountType, user });
  render(
    <MemoryRouter initialEntries={[address]}>
      <Toaster />
      <SwrProvider>
        <Routes>
          <Route path="/api-reference" element={<ApiReferenceScreen />} />
        </Routes>
      </SwrProvider>
    </MemoryRouter>,
  );
}
const opened = (name: string) => screen.findByRole("heading", { level: 2, name });
const tried = async () => within(await screen.findByRole("region", { name: "Try" }));
const send = async () => fireEvent.click((await tried()).getByRole("button", { name: "Send" }));
const search = () => screen.getByRole("searchbox", { name: "Search calls" });

it("fetches nothing for the introduction", async () => {
  open("/api-reference");
  await opened("Introduction");
  expect(screen.getByRole("heading", { name: "Rate limits" })).toBeTruthy();
  expect(requested).toEqual([]);
});

it("opens an area and one of its calls", async () => {
  open("/api-reference");
  fireEvent.click(screen.getByRole("button", { name: "Care cities" }));
  fireEvent.click(screen.getByRole("link", { name: /UpdateCareCity/ }));
  await opened("UpdateCareCity");
  expect(screen.getByText("Accepts the ETag of ReadCareCity as If-Match", { exact: false })).toBeTruthy();
  expect(screen.getByText("Keys with the scope care_cities:write or UpdateCareCity")).toBeTruthy();
  expect(await screen.findByRole("link", { name: "care_city_name_taken" })).toBeTruthy();
  expect(screen.queryByRole("region", { name: "Try" })).toBeNull();
  expect(document.title).toBe("UpdateCareCity · API reference · Careops");
});

it("moves from the search to a call with arrows and Enter", async () => {
  open("/api-reference");
  search().focus();
  fireEvent.change(search(), { target: { value: "care_cities" } });
  fireEvent.keyDown(search(), { key: "ArrowDown" });
  fireEvent.keyDown(document.activeElement as Element, { key: "ArrowDown" });
  const second = document.activeElement as HTMLElement;
  expect(second.textContent).toContain("CareCity");
  fireEvent.keyDown(second, { key: "ArrowUp" });
  fireEvent.keyDown(document.activeElement as Element, { key: "ArrowUp" });
  expect(document.activeElement).toBe(search());
  fireEvent.keyDown(search(), { key: "Enter" });
  expect(await screen.findByRole("heading", { level: 2, name: /CareCit/ })).toBeTruthy();
});

it("shows the fields of a nested model on demand", async () => {
  open("/api-reference?call=ReadClinic");
  fireEvent.click(await screen.findByRole("button", { name: "Fields of ClinicDetail" }));
  expect(screen.getAllByText("rooms_count").length).toBeGreaterThan(0);
});

it("explains the error code of the address", async () => {
  open("/api-reference?code=clinic_not_found");
  await opened("Error codes");
  expect(document.querySelector("[data-marked] code")?.textContent).toBe("clinic_not_found");
});

it("reports an unknown call or code", async () => {
  open("/api-reference?call=Nothing");
  expect(screen.getByText("There is no call named Nothing.")).toBeTruthy();
});

it("can be loaded again", async () => {
  offline = true;
  open("/api-reference?call=ListClinics");
  const retry = await screen.findByRole("button", { name: "Retry" });
  offline = false;
  fireEvent.click(retry);
  await opened("ListClinics");
});

it("sends a read with its parameters and shows the raw answer", async () => {
  answers["/api/admin/clinics?page=2&is_hospital=true"] = () => Response.json({ success: true, data: { clinics: [] } });
  open("/api-reference?call=ListClinics");
  const form = await tried();
  fireEvent.change(form.getByLabelText(/^page/), { target: { value: "2" } });
  fireEvent.change(form.getByLabelText(/^is_hospital/), { target: { value: "true" } });
  await send();
  expect(await form.findByText("200")).toBeTruthy();
  expect(form.getByRole("region").textContent).toContain('"clinics": []');
  expect(screen.getByRole("region", { name: "Terminal" }).textContent).toContain("page=2 is_hospital=true");
});

it("requires path parameters before sending", async () => {
  open("/api-reference?call=ReadClinic");
  await send();
  const form = await tried();
  expect(form.getByText("Please fill in this field")).toBeTruthy();
  expect(document.activeElement).toBe(form.getByLabelText(/^id/));
  expect(requested.filter((url) => url.startsWith("/api/"))).toEqual([]);
});

it("shows why a read was refused, with a link to its code", async () => {
  const problem = { source: "id", title: "There is no clinic with this id", code: "clinic_not_found" };
  answers["/api/admin/clinics/9"] = () => respondError(404, problem);
  open("/api-reference?call=ReadClinic");
  const form = await tried();
  fireEvent.change(form.getByLabelText(/^id/), { target: { value: "9" } });
  await send();
  const alert = within(await form.findByRole("alert"));
  expect(alert.getByText("There is no clinic with this id")).toBeTruthy();
  expect(alert.getByRole("link").getAttribute("href")).toBe("/api-reference?code=clinic_not_found");
});

it("truncates a long answer and offers all of it", async () => {
  answers["/api/admin/clinics"] = () => Response.json({ success: true, text: "x".repeat(2 * mostShown) });
  open("/api-reference?call=ListClinics");
  await send();
  const form = await tried();
  expect(await form.findByText(/Only the first 98 KB of 195 KB are shown/)).toBeTruthy();
  expect(form.getByRole("region").querySelector("pre")?.textContent).toHaveLength(mostShown);
  expect(form.getByRole("button", { name: "Download" })).toBeTruthy();
});

it("reports a network failure", async () => {
  answers["/api/admin/clinics"] = () => {
    throw new TypeError("offline");
  };
  open("/api-reference?call=ListClinics");
  await send();
  expect(await (await tried()).findByRole("alert")).toBeTruthy();
});

it("prevents an account from trying a call of others with a reason", async () => {
  open("/api-reference?call=ListKeys", "customer_care");
  const form = await tried();
  expect(form.getByText("Your account type (Customer care) may not make this call.")).toBeTruthy();
  expect(form.queryByRole("button")).toBeNull();
});

it("disables parameters of other accounts", async () => {
  open("/api-reference?call=ListSessions", "customer_care");
  const field = (await tried()).getByLabelText(/^user_id/);
  expect((field as HTMLInputElement).disabled).toBe(true);
  expect((await tried()).getByText("Only for: Super admin")).toBeTruthy();
});

it("disables a GET that changes data", async () => {
  open("/api-reference?call=FetchRss");
  await opened("FetchRss");
  expect(screen.queryByRole("region", { name: "Try" })).toBeNull();
});
