import { expect, test } from "../fixtures";
import { columnCells, formatPhone, rows } from "./screens";

interface Partner {
  id: number;
  name: string;
  phone_number: string;
  location: { city: string; state: string };
}
interface Detail extends Partner {
  clinics: { id: number; name: string }[];
  metrics: { total_orders: number };
}

/** Tests for the screens of both pharmacies and labs. */
export function partnersAreFound({
  plural,
  singular,
  title,
  details,
}: Record<"plural" | "singular" | "title" | "details", string>) {
  test("partners are found by search and state, which are in the address", async ({ page, api, accessible }) => {
    type Rows = { data: Record<string, Partner[]> & { total_records: number } };
    const listed = await api.get<Rows>(`/admin/${plural}`);
    const first = listed.data[plural]![0]!;
    await page.goto("/clinics");
    const menu = page.getByRole("navigation", { name: "Main menu" });
    await menu.getByRole("button", { name: "Misc" }).click();
    await menu.getByRole("link", { name: title }).click();
    await expect(page.getByRole("heading", { name: title, level: 1 })).toBeVisible();
    await expect(page.getByRole("columnheader")).toHaveText(["Name", "Email", "Phone number", "City", "State"]);
    await expect(rows(page)).toHaveCount(10);
    await expect(page.getByText(`${listed.data.total_records} records`)).toBeVisible();
    await accessible();

    await page.getByLabel(`Search ${plural}`).fill(first.phone_number);
    await expect(page).toHaveURL(new RegExp(`search=${first.phone_number}`));
    await expect(rows(page)).toHaveCount(1);
    await expect(page.getByRole("link", { name: first.name })).toBeVisible();

    await page.getByRole("button", { name: "Clear filters" }).click();
    const state = page.getByRole("combobox", { name: "State" });
    await state.fill(first.location.state);
    await state.press("Escape");
    const inState = await api.get<Rows>(
      `/admin/${plural}?filter_type=state&filter_text=${encodeURIComponent(first.location.state)}&perpage=500`,
    );
    await expect(rows(page)).toHaveCount(Math.min(inState.data.total_records, 10));
    for (const text of await columnCells(page, "State").allTextContents()) expect(text).toContain(first.location.state);

    await page.goto(`/${plural}?search=nobody has this`);
    await expect(page.getByText(`No ${plural} match these filters`)).toBeVisible();
  });

  test("row opens the details, which link their clinics", async ({ page, api, accessible }) => {
    const listed = await api.get<{ data: Record<string, Partner[]> }>(`/admin/${plural}?perpage=1`);
    const { id } = listed.data[plural]![0]!;
    const { data } = await api.get<{ data: Record<string, Detail> }>(`/admin/${plural}/${id}`);
    const record = data[singular]!;
    await page.goto(`/${plural}`);
    await columnCells(page, "City").first().click();
    await expect(page).toHaveURL(new RegExp(`/${singular}-details/${id}/basic-details`));
    await expect(page.getByRole("heading", { name: details, level: 1 })).toBeVisible();
    await expect(page.getByRole("definition").filter({ hasText: formatPhone(record.phone_number) })).toBeVisible();
    await accessible();
    await page.getByRole("link", { name: "Metrics" }).click();
    await expect(page.getByText("Total orders")).toBeVisible();
    await expect(page.getByText(record.metrics.total_orders.toLocaleString("en-IN"), { exact: true })).toBeVisible();
    await page.getByRole("navigation", { name: "Sections" }).getByRole("link", { name: "Clinics" }).click();
    const [clinic] = record.clinics;
    await expect(rows(page)).toHaveCount(record.clinics.length);
    await page.getByRole("link", { name: clinic!.name }).first().click();
    await expect(page).toHaveURL(new RegExp(`/clinics-details/${clinic!.id}/basic-details`));
  });
}
