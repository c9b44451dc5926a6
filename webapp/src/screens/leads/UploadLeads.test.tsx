import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, it, vi } from "vitest";
import { SwrProvider } from "@/api/SwrProvider";
import { session } from "@/api/session";
import { respond, respondError } from "@/test-api";
import type { LeadsChecked } from "./leads";
import { UploadLeads } from "./UploadLeads";

const right: LeadsChecked = {
  ...{ rows: 2, new: 2, known: 0, wrong: 0, header_row: 1, sheet: null, other_sheets: [], unchecked: false },
  ...{ hidden_rows: 0, first_hidden_rows: [] },
  columns: [
    { title: "name", meaning: "full_name" },
    { title: "phone", meaning: "phone_number" },
  ],
  ...{ first_rows: [], wrong_rows: [], corrected_rows: [], merged: 0, merged_rows: [], missing: null },
};
const wrong: LeadsChecked = {
  ...right,
  wrong: 1,
  wrong_rows: [
    {
      ...{ row: 3, column: "phone_number", column_number: 2 },
      reason: "Please enter a valid 10 digit mobile number",
      code: "phone_number_invalid",
      parameters: null,
      cells: ["Ravi", "98"],
    },
  ],
};

const checked = (data: LeadsChecked) =>
  respond("post", "/careops/clinics/{clinic_id}/lead_uploads/check", { success: true, data });

let check: (sent: FormData) => Response;
let uploads: number;
function answer(url: string, sent: FormData): Response {
  if (url.endsWith("/check")) return check(sent);
  uploads += 1;
  const data = { added: 2, known: 0, upload_id: 7 };
  return respond("post", "/admin/clinics/{clinic_id}/lead_uploads/upload", { success: true, data });
}
/** A file request that is answered at once. */
class Line {
  upload = {};
  onload?: () => void;
  status = 0;
  responseText = "";
  private url = "";
  open(_verb: string, url: string) {
    this.url = url;
  }
  setRequestHeader() {}
  abort() {}
  getResponseHeader() {
    return null;
  }
  async send(sent: FormData) {
    const response = answer(this.url, sent);
    this.status = response.status;
    this.responseText = await response.text();
    this.onload?.();
  }
}
beforeEach(() => {
  uploads = 0;
  vi.stubGlobal("XMLHttpRequest", Line);
  vi.stubGlobal("fetch", () => new Promise(() => undefined));
  const user = { id: 1, name: "H", phone_number: "9000000001", email: null, user_accounts: [] };
  session.start({ authToken: "a", refreshToken: "r", accountType: "customer_care", user });
});

async function choose() {
  render(
    <MemoryRouter>
      <SwrProvider>
        <UploadLeads clinic="41" clinicName="Navjeevan" onUploaded={vi.fn()} onClose={vi.fn()} />
      </SwrProvider>
    </MemoryRouter>,
  );
  await userEvent.upload(screen.getByLabelText("File"), new File(["name,phone\n"], "leads.csv", { type: "text/csv" }));
}
const submit = () => screen.getByRole("button", { name: "Upload" });
const isBlocked = () => submit().getAttribute("aria-disabled") === "true";

it("waits for rows with errors, reports them and focuses the first one", async () => {
  check = (sent) => checked(sent.has("corrections") ? right : wrong);
  await choose();
  await waitFor(() => expect(isBlocked()).toBe(true));
  const reason = document.getElementById(submit().getAttribute("aria-describedby") ?? "");
  expect(reason?.textContent).toBe("Fix the rows with errors before uploading");
  await userEvent.click(submit());
  const cell = screen.getByLabelText(/^Row 3, phone_number/);
  expect(document.activeElement).toBe(cell);
  expect(uploads).toBe(0);

  await userEvent.type(cell, "12345670{Enter}");
  await waitFor(() => expect(isBlocked()).toBe(false));
  expect(submit().getAttribute("aria-describedby")).toBeNull();
  await userEvent.click(submit());
  await waitFor(() => expect(uploads).toBe(1));
});

it("waits for the columns that identify people", async () => {
  check = () => checked({ ...right, missing: "The file does not say" });
  await choose();
  await waitFor(() => expect(isBlocked()).toBe(true));
  expect(submit().title).toMatch(/could not tell which columns/);
});

it("reports hidden rows that are not uploaded", async () => {
  check = () => checked({ ...right, hidden_rows: 21, first_hidden_rows: [3, 7] });
  await choose();
  expect(await screen.findByText("21 hidden rows are not uploaded: 3, 7, ….")).toBeTruthy();
  expect(isBlocked()).toBe(false);
});

it("reports that workbooks other than XLSX are not checked for hidden rows", async () => {
  check = () => checked({ ...right, unchecked: true });
  await choose();
  expect(await screen.findByText(/^Hidden rows and formula results are only checked in XLSX files/)).toBeTruthy();
  expect(isBlocked()).toBe(false);
});

it("can be sent if the file could not be checked", async () => {
  check = () => respondError(422, { source: "", title: "The service is busy" });
  await choose();
  await screen.findByText(/busy/);
  expect(isBlocked()).toBe(false);
  await userEvent.click(submit());
  await waitFor(() => expect(uploads).toBe(1));
});
