import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ComponentType } from "react";
import { MemoryRouter } from "react-router";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Mutation } from "@/api/mutation";
import { SwrProvider } from "@/api/SwrProvider";
import { session } from "@/api/session";
import { respond, respondError } from "@/test-api";
import { FormToolContext, type FormToolProps } from "@/ui/context/formContext";
import { Toaster } from "@/ui/feedback/Toaster";
import { dismiss, toastStore } from "@/ui/feedback/toast";
import { ClinicsScreen } from "./ClinicsScreen";
import { type Clinic, readClinicsAhead } from "./clinics";

const clinic: Clinic = {
  id: 41,
  name: "Navjeevan Polyclinic",
  email: null,
  phone_number: "9887366946",
  is_hospital: true,
  location: null,
  clinic_spec_modules: [{ spec_module_id: 2, name: "Prescriptions" }],
  ipd_enabled: true,
  care_package_enabled: true,
  surgery_enabled: false,
  abdm_enabled: false,
  user_id: 9,
};
const modules = () =>
  respond("get", "/spec_modules", {
    success: true,
    data: [
      { id: 2, attributes: { id: 2, name: "Prescriptions" } },
      { id: 7, attributes: { id: 7, name: "Reports" } },
    ],
  });
const list = (total_records: number) =>
  respond("get", "/admin/clinics", { success: true, data: { clinics }, total_records, total_pages: 1 });

let calls: string[];
let bodies: unknown[];
let post: () => Response | Promise<Response>;
let total: number;
let clinics: Clinic[];
/** The number of records that the platform says it changes in one request. */
let batch: string | null;

beforeEach(() => {
  calls = [];
  bodies = [];
  total = 1;
  clinics = [clinic];
  batch = null;
  post = () => respond("post", "/clinics/{clinic_id}/clinic_settings", { success: true });
  session.end("signedOut");
  for (const { id } of toastStore.get()) dismiss(id);
  const user = { id: 1, name: "H", phone_number: "9000000001", email: null, user_accounts: [] };
  session.start({ authToken: "a", refreshToken: "r", accountType: "customer_care", user });
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    calls.push(`${init.method} ${url}`);
    if (init.method === "POST") {
      bodies.push(init.body === undefined ? undefined : JSON.parse(String(init.body)));
      return post();
    }
    const reply = url.startsWith("/api/spec_modules") ? modules() : list(total);
    if (batch) reply.headers.set("careops-changes", batch);
    return reply;
  });
});

async function show(address = "/clinics", tool: ComponentType<FormToolProps> | null = null) {
  render(
    <MemoryRouter initialEntries={[address]}>
      <Toaster />
      <SwrProvider>
        <FormToolContext value={tool}>
          <ClinicsScreen />
        </FormToolContext>
      </SwrProvider>
    </MemoryRouter>,
  );
  await screen.findByText("Navjeevan Polyclinic");
  const [, row] = screen.getAllByRole("row");
  if (!row) throw new Error("no row");
  await within(row).findByRole("option", { name: "Reports" });
  return within(row);
}
const posts = () => calls.filter((call) => call.startsWith("POST"));
const lists = () => calls.filter((call) => call.includes("/admin/clinics?"));

describe("the list", () => {
  it("requests the filters of the address and omits unset ones", async () => {
    await show("/clinics?page=0&search=apollo&state=Punjab&module=surgery_enabled&bank_details=false&is_hospital=true");
    expect(lists()).toEqual([
      "GET /api/admin/clinics?page=1&perpage=10&search_text=apollo&filter_type=state&filter_text=Punjab&bank_details=false&is_hospital=true&surgery_enabled=true",
    ]);
  });

  it("uses the answer requested before it rendered, once", async () => {
    history.replaceState(null, "", "/clinics?search=apollo");
    readClinicsAhead();
    await waitFor(() => expect(lists()).toEqual(["GET /api/admin/clinics?page=1&perpage=10&search_text=apollo"]));
    await show("/clinics?search=apollo");
    expect(lists()).toHaveLength(1);
    await userEvent.clear(screen.getByRole("searchbox"));
    await waitFor(() => expect(lists()).toHaveLength(2));
  });

  it("shows its values and '-' for missing ones", async () => {
    const row = await show();
    expect(row.getByRole("link").getAttribute("href")).toBe("/clinics-details/41/basic-details");
    expect(row.getByText("Prescriptions, IPD, Care Packages")).toBeTruthy();
    await userEvent.click(row.getByRole("button", { name: /^2 of \d+ on/ }));
    const switches = within(await screen.findByRole("group", { name: /^Modules of/ })).getAllByRole("switch");
    expect(switches.filter((element) => element.getAttribute("aria-checked") === "true")).toHaveLength(2);
    expect(row.getAllByText("-")).toHaveLength(3);
  });

  it("has no pager up to 10", async () => {
    total = 10;
    await show();
    expect(screen.queryByRole("navigation", { name: /^Pages/ })).toBeNull();
    expect(screen.queryByText(/record/)).toBeNull();
  });

  it("has a pager and a total with 11", async () => {
    total = 11;
    await show();
    expect(screen.getByText("11 records")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Last page" }));
    await waitFor(() => expect(lists().at(-1)).toContain("page=2&"));
  });
});

describe("the module picker", () => {
  it("asks for a module first", async () => {
    const row = await show();
    await userEvent.click(row.getByRole("button", { name: "Activate" }));
    expect(screen.getByText("Please select a module")).toBeTruthy();
    await userEvent.selectOptions(row.getByRole("combobox"), "Reports");
    expect(screen.queryByText("Please select a module")).toBeNull();
    expect(posts()).toEqual([]);
  });

  it("asks before a module, then reloads the list", async () => {
    post = () => respond("post", "/clinics/{clinic_id}/spec_modules/{module_id}/deactivate", { success: true });
    const row = await show();
    await userEvent.selectOptions(row.getByRole("combobox"), "Prescriptions");
    await userEvent.click(row.getByRole("button", { name: "Deactivate" }));
    const text = "Are you sure you want to deactivate this spec module for this clinic?";
    expect(await screen.findByText(text)).toBeTruthy();
    expect(posts()).toEqual([]);
    await userEvent.click(screen.getByRole("button", { name: "Yes" }));
    expect(await screen.findByText("Spec module deactivated successfully")).toBeTruthy();
    expect(posts()).toEqual(["POST /api/clinics/41/spec_modules/2/deactivate"]);
    await waitFor(() => expect(lists()).toHaveLength(2));
  });

  it("switches a flag at once, and once for a double click", async () => {
    const row = await show();
    await userEvent.selectOptions(row.getByRole("combobox"), "ABDM");
    await userEvent.dblClick(row.getByRole("button", { name: "Activate" }));
    expect(await screen.findByText("ABDM activated successfully")).toBeTruthy();
    expect(posts()).toEqual(["POST /api/clinics/41/clinic_settings"]);
    expect(bodies).toEqual([{ settings: { abdm_enabled: true } }]);
  });

  it("reports a failure and leaves the row unchanged", async () => {
    post = () => respondError(500, { source: "", title: "Secret" });
    const row = await show();
    await userEvent.selectOptions(row.getByRole("combobox"), "IPD");
    await userEvent.click(row.getByRole("button", { name: "Deactivate" }));
    expect(await screen.findByText("There was some error while processing your request")).toBeTruthy();
    expect(row.getByRole("button", { name: "Deactivate" })).toBeTruthy();
    expect(lists()).toHaveLength(1);
  });
});

describe("a module at several clinics", () => {
  const other: Clinic = { ...clinic, id: 42, name: "Fortis Mohali", clinic_spec_modules: [] };
  const settled = (outcome: "done" | "unchanged" | "refused", title?: string) => ({
    outcome,
    repeated: false,
    status: title ? 404 : 200,
    errors: title ? [{ source: "clinic_id", title, code: null, parameters: null, detail: null, details: [] }] : [],
    answer: {},
  });
  const changed = (...data: ReturnType<typeof settled>[]) =>
    respond("post", "/careops/changes", { success: true, data });
  beforeEach(() => {
    clinics = [clinic, other];
    batch = "500";
  });
  const bar = () => within(screen.getByRole("region", { name: "Selected rows" }));
  async function ask(way: "on" | "off", module: string) {
    await userEvent.click(bar().getByRole("button", { name: `Switch a module ${way}…` }));
    await userEvent.click(await screen.findByRole("menuitem", { name: module }));
    return within(await screen.findByRole("alertdialog"));
  }
  const targets = (at: number) => (bodies[at] as { targets: { parameters: object }[] }).targets;

  it("is switched in one request after a confirmation, and Undo is a separate change", async () => {
    post = () => changed(settled("done"), settled("done"));
    await show();
    await userEvent.click(screen.getByRole("checkbox", { name: "Select all on this page" }));
    const question = await ask("on", "Reports");
    expect(question.getByRole("heading").textContent).toBe("Switch Reports on at 2 clinics?");
    expect(question.getByText("Reports becomes available to: Navjeevan Polyclinic, Fortis Mohali.")).toBeTruthy();
    expect(posts()).toEqual([]);
    await userEvent.click(question.getByRole("button", { name: "Switch on" }));
    expect(await screen.findByText("Reports switched on at 2 clinics")).toBeTruthy();
    expect(posts()).toEqual(["POST /api/careops/changes"]);
    expect(bodies[0]).toMatchObject({ change: "ActivateSpecModule" });
    expect(targets(0).map(({ parameters }) => parameters)).toEqual([
      { clinic_id: 41, module_id: 7 },
      { clinic_id: 42, module_id: 7 },
    ]);
    await waitFor(() => expect(lists()).toHaveLength(2));
    expect(bar().getByRole("status").textContent).toBe("2 selected");

    await userEvent.click(screen.getByRole("button", { name: "Undo" }));
    expect(await screen.findByText("2 undone")).toBeTruthy();
    expect(bodies[1]).toMatchObject({ change: "DeactivateSpecModule" });
    expect(targets(1)).toHaveLength(2);
    await userEvent.click(bar().getByRole("button", { name: "Clear selection" }));
    expect(bar().getByRole("status").textContent).toBe("Select rows to work on several at once.");
  });

  it("is shown as a command with every clinic and not sent", async () => {
    const changes: (Mutation | null)[] = [];
    function Tell({ wouldSend }: FormToolProps) {
      return (
        <button
          type="button"
          aria-label="Show"
          onClick={() => void wouldSend().then((mutation) => changes.push(mutation))}
        />
      );
    }
    await show("/clinics", Tell);
    await userEvent.click(screen.getByRole("checkbox", { name: "Select all on this page" }));
    const question = await ask("on", "Reports");
    await userEvent.click(question.getByRole("button", { name: "Show" }));
    await waitFor(() => expect(changes).toHaveLength(1));
    expect(changes[0]).toMatchObject({
      path: "/careops/changes",
      options: {
        body: {
          change: "ActivateSpecModule",
          targets: [{ parameters: { clinic_id: 41 } }, { parameters: { clinic_id: 42 } }],
        },
      },
    });
    expect(posts()).toEqual([]);
  });

  it("names unchanged clinics before and after and undoes only its own changes", async () => {
    post = () => changed(settled("unchanged"), settled("done"));
    await show();
    await userEvent.click(screen.getByRole("checkbox", { name: "Select all on this page" }));
    const question = await ask("on", "Prescriptions");
    expect(question.getByText("1 has it on already and stays as it is: Navjeevan Polyclinic.")).toBeTruthy();
    await userEvent.click(question.getByRole("button", { name: "Switch on" }));
    const report = within(await screen.findByRole("dialog", { name: "Switching Prescriptions on" }));
    expect(report.getByText("Prescriptions switched on at 1 clinic")).toBeTruthy();
    expect(report.getByText("Already on at 1 clinic")).toBeTruthy();
    expect(report.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "Fortis Mohali",
      "Navjeevan Polyclinic",
    ]);
    await userEvent.click(report.getByRole("button", { name: "Undo" }));
    await waitFor(() => expect(bodies).toHaveLength(2));
    expect(targets(1).map(({ parameters }) => parameters)).toEqual([{ clinic_id: 42, module_id: 2 }]);
  });

  it("reports why clinics were refused and keeps them selected", async () => {
    post = () => changed(settled("done"), settled("refused", "There is no clinic with this id"));
    await show();
    await userEvent.click(screen.getByRole("checkbox", { name: "Select all on this page" }));
    const question = await ask("off", "IPD");
    expect(document.activeElement?.textContent).toBe("Cancel");
    await userEvent.click(question.getByRole("button", { name: "Switch off" }));
    const report = within(await screen.findByRole("dialog", { name: "Switching IPD off" }));
    expect(bodies[0]).toMatchObject({ change: "UpdateClinicSettings" });
    expect(targets(0)[0]?.parameters).toEqual({ clinic_id: 41, ipd_enabled: false });
    expect(report.getByText(/No clinic found with this ID/)).toBeTruthy();
    await userEvent.click(report.getAllByRole("button", { name: "Close" }).at(-1) as HTMLElement);
    expect(bar().getByRole("status").textContent).toBe("1 selected");
    expect(screen.getByRole<HTMLInputElement>("checkbox", { name: "Select Fortis Mohali" }).checked).toBe(true);
  });

  it("is disabled if the platform changes one record at a time", async () => {
    batch = null;
    await show();
    expect(screen.queryByRole("checkbox", { name: "Select all on this page" })).toBeNull();
    expect(screen.queryByRole("region", { name: "Selected rows" })).toBeNull();
    expect(screen.getAllByRole("button", { name: "Activate" })).toHaveLength(2);
  });
});

describe("Add Hospital", () => {
  async function open() {
    await show();
    await userEvent.click(screen.getByRole("button", { name: "Add" }));
    await userEvent.click(await screen.findByRole("menuitem", { name: "Hospital" }));
    return within(await screen.findByRole("dialog"));
  }
  const submit = (dialog: Awaited<ReturnType<typeof open>>) =>
    userEvent.click(dialog.getByRole("button", { name: "Add Hospital" }));

  async function fill(dialog: Awaited<ReturnType<typeof open>>) {
    await userEvent.type(dialog.getByLabelText("Name"), " Green Park ");
    await userEvent.type(dialog.getByLabelText("Phone number"), "98765 43210 99");
    await userEvent.type(dialog.getByLabelText("Password"), "a long enough password");
    await userEvent.type(dialog.getByLabelText("Email"), "desk@green.example");
  }

  it("requires all fields and rejects blanks", async () => {
    const dialog = await open();
    await fill(dialog);
    await userEvent.clear(dialog.getByLabelText("Name"));
    await userEvent.type(dialog.getByLabelText("Name"), "   ");
    await submit(dialog);
    expect(await dialog.findByText("Please add all fields")).toBeTruthy();
    expect(posts()).toEqual([]);
  });

  it("sends the documented form", async () => {
    post = () => respond("post", "/admin/users/sign_up", { success: true, data: { clinic: { id: 42 } } });
    const dialog = await open();
    await fill(dialog);
    await submit(dialog);
    expect(await screen.findByText("Hospital created successfuly")).toBeTruthy();
    expect(bodies).toEqual([
      {
        user_signup_form: {
          signed_up_as: "hospital_clinic",
          country_code: "91",
          phone_number: "9876543210",
          password: "a long enough password",
          name: "Green Park",
          timezone: "Asia/Kolkata",
          email: "desk@green.example",
          account: "clinic",
        },
      },
    ]);
  });

  it("shows the first error of the server as a notification and at its field and keeps the input", async () => {
    post = () => respondError(409, { source: "phone_number", title: "Phone number is taken" });
    const dialog = await open();
    await fill(dialog);
    await submit(dialog);
    expect(await screen.findAllByText("Phone number is taken")).toHaveLength(2);
    expect(dialog.getByLabelText<HTMLInputElement>("Phone number").value).toBe("9876543210");
    expect(dialog.getByLabelText("Phone number").getAttribute("aria-invalid")).toBe("true");
  });
});

describe("failed reads", () => {
  const answer = (spec: () => Response, clinics: () => Response) =>
    vi.stubGlobal("fetch", async (url: string) => (url.startsWith("/api/spec_modules") ? spec() : clinics()));
  const draw = (address: string) =>
    render(
      <MemoryRouter initialEntries={[address]}>
        <SwrProvider>
          <ClinicsScreen />
        </SwrProvider>
      </MemoryRouter>,
    );
  const module = () => screen.getByLabelText<HTMLSelectElement>("Module");

  it("modules: failure is reported, retried and keeps the filter", async () => {
    let broken = true;
    answer(
      () => (broken ? new Response("<html>", { status: 500 }) : modules()),
      () => list(1),
    );
    draw("/clinics?module=7");
    await screen.findByText(/The modules could not be loaded/);
    expect(module().selectedOptions[0]?.textContent).toBe("Unknown (7)");
    broken = false;
    await userEvent.click(screen.getByRole("button", { name: "Retry" }));
    await waitFor(() => expect(module().selectedOptions[0]?.textContent).toBe("Reports"));
    expect(screen.queryByText(/The modules could not be loaded/)).toBeNull();
  });

  it.each([
    ["no data", { success: true }],
    ["data of another kind", { success: true, data: "clinics" }],
    ["no rows", { success: true, data: { clinics: null }, total_records: 3 }],
  ])("answer with %s shows an error instead of a blank page", async (_, body) => {
    answer(modules, () => Response.json(body));
    draw("/clinics");
    await screen.findByText("There was some error while processing the request.");
    expect(screen.getByRole("button", { name: "Retry" })).toBeTruthy();
  });

  it("total_records inside data is read", async () => {
    const data = { clinics, total_records: 23, total_pages: 3 };
    answer(modules, () => Response.json({ success: true, data }));
    draw("/clinics");
    await screen.findByText("23 records");
  });
});
