import type { Page } from "@playwright/test";
import type { Api } from "../fixtures/api";
import { type Answer, respond } from "./responses";

export const saved = "Clinic details updated successfully";
export const address = (id: number, tab = "basic-details") => `/clinics-details/${id}/${tab}`;

/** Open the form of a clinic that no other test uses. */
export async function editing(page: Page, api: Api, name: string) {
  const { id } = await api.hospital(name);
  await page.goto(address(id));
  await page.getByRole("button", { name: "Edit address" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit address" });
  const field = (label: string) => dialog.getByLabel(label, { exact: true });
  const box = (label: string) => dialog.getByRole("combobox", { name: label });
  const save = () => dialog.getByRole("button", { name: "Save" }).click();
  return { id, dialog, field, box, save };
}

export const place = {
  address: null,
  locality: "Model Town",
  city: "Ludhiana",
  state: "Punjab",
  zipcode: "141002",
  latitude: 30.89,
  longitude: 75.84,
};

/** Answer place searches, because the real place data loads slowly. */
export async function places(
  page: Page,
  suggestions: Answer<"get", "/careops/places">["data"],
  queries: string[] = [],
) {
  await page.route("**/api/careops/places?**", (route) => {
    queries.push(new URL(route.request().url()).searchParams.get("text") ?? "");
    return respond(route, "get", "/careops/places", { success: true, data: suggestions });
  });
}

/** The fields of a clinic that these tests read. */
export interface Read {
  clinic: {
    location: Record<string, unknown> | null;
    beds_count: number | null;
    rooms_count: number | null;
    speciality: { name: string } | null;
    other_specialities: { speciality_name: string }[];
  };
}
