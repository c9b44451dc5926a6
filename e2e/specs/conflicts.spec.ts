import { expect, test } from "../fixtures";
import { address, editing, place, places, type Read, saved } from "../support/address";
import { toastWithText } from "../support/screens";

const read = (api: { get: (path: string) => Promise<unknown> }, id: number) =>
  api.get(`/admin/clinics/${id}`) as Promise<Read>;

test.beforeEach(async ({ page, startSignedIn }) => {
  await startSignedIn();
  await places(page, [place]);
});

test("different changes of two tabs are both saved", async ({ page, api }) => {
  const first = await editing(page, api, "Shared Hospital");
  const other = await page.context().newPage();
  await places(other, [place]);
  await other.goto(address(first.id));
  await other.getByRole("button", { name: "Edit address" }).click();
  const second = other.getByRole("dialog", { name: "Edit address" });
  await expect(second.getByLabel("Rooms", { exact: true })).toBeVisible();
  await first.field("Address").fill("12 Mall Road");
  await first.field("City").fill("Ludhiana");
  await first.field("Zipcode").fill("141001");
  await first.field("Beds").fill("55");
  await first.save();
  await expect(toastWithText(page, saved)).toBeVisible();

  await second.getByLabel("Address", { exact: true }).fill("12 Mall Road");
  await second.getByLabel("City", { exact: true }).fill("Ludhiana");
  await second.getByLabel("Zipcode").fill("141001");
  await second.getByLabel("Rooms", { exact: true }).fill("44");
  await second.getByRole("button", { name: "Save" }).click();
  await expect(toastWithText(other, saved)).toBeVisible();
  const { clinic } = await read(api, first.id);
  expect([clinic.beds_count, clinic.rooms_count]).toEqual([55, 44]);
});

// Proves FAULT-42.console.
test("field changed in both tabs is decided by the user", async ({ page, api, accessible }) => {
  const first = await editing(page, api, "Disputed Hospital");
  const other = await page.context().newPage();
  await other.goto(address(first.id));
  await other.close();
  await first.field("Address").fill("12 Mall Road");
  await first.field("City").fill("Ludhiana");
  await first.field("Zipcode").fill("141001");
  await first.field("Beds").fill("9");
  await first.field("Rooms").fill("7");
  const details = { id: first.id, beds_count: 55, rooms_count: 44 };
  await api.put(`/admin/clinics/${first.id}`, { clinic_details: details });
  await first.save();

  const conflict = page.getByRole("dialog", { name: "Someone else changed this while you were editing" });
  const beds = conflict.getByRole("group", { name: "Beds" });
  await expect(beds.getByRole("radio", { name: "Yours 9" })).toBeChecked();
  await accessible();
  await beds.getByRole("radio", { name: "Theirs 55" }).check();
  await expect(conflict.getByRole("group")).toHaveCount(2);

  // Going back keeps the input, and nothing has been saved.
  await conflict.getByRole("button", { name: "Back to the form" }).click();
  await expect(first.field("Rooms")).toHaveValue("7");
  expect((await read(api, first.id)).clinic.rooms_count).toBe(44);

  await api.put(`/admin/clinics/${first.id}`, { clinic_details: { id: first.id, beds_count: 60 } });
  await first.save();
  await conflict.getByRole("radio", { name: "Theirs 60" }).check();
  await conflict.getByRole("button", { name: "Save selected values" }).click();
  await expect(toastWithText(page, saved)).toBeVisible();
  const { clinic } = await read(api, first.id);
  expect([clinic.beds_count, clinic.rooms_count, clinic.location?.city]).toEqual([60, 7, "Ludhiana"]);
});

test("article changed by a colleague since the list was read keeps both changes", async ({ page, api, accessible }) => {
  const article = {
    news_type: "GENERAL",
    news_date: "2026-11-20",
    title: "Disputed: an article of two editors",
    news_text: "A text.",
    source_name: "Health Daily",
    source_link: "https://news.example/disputed",
  };
  const news_article = { ...article, city: "Moga", state: "Punjab" };
  const { id } = (await api.post<{ data: { id: number } }>("/admin/news_articles", { news_article: article })).data;
  await page.goto("/news-feed?search=disputed%3A");
  await page.getByRole("button", { name: `Edit ${article.title}` }).click();
  const form = page.getByRole("dialog", { name: "Edit article" });
  await form.getByLabel("City").fill("Mohali");
  await form.getByLabel("Label", { exact: true }).fill("Study");
  await api.put(`/admin/news_articles/${id}`, { news_article });
  await form.getByRole("button", { name: "Save" }).click();
  const conflict = page.getByRole("dialog", { name: "Someone else changed this while you were editing" });
  await expect(conflict.getByRole("group")).toHaveCount(1);
  await accessible();
  await conflict.getByRole("group", { name: "City" }).getByRole("radio", { name: "Theirs Moga" }).check();
  await conflict.getByRole("button", { name: "Save selected values" }).click();
  await expect(toastWithText(page, "News article updated successfully.")).toBeVisible();
  const { data } = await api.get<{ data: object }>(`/careops/news_articles/${id}`);
  expect(data).toMatchObject({ city: "Moga", state: "Punjab", news_label: "Study" });
});
