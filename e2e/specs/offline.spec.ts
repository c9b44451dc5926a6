import { expect, test } from "../fixtures";
import { isChangeRequest, rowWithText, toastWithText } from "../support/screens";

const lost = "You are offline. What you typed is kept.";

test.beforeEach(async ({ startSignedIn }) => startSignedIn());
test.afterEach(({ noTrouble }) => {
  // Neither the socket nor parts that load later can connect while the browser is offline, nor can axe read style sheets.
  const offline =
    /ERR_INTERNET_DISCONNECTED|Failed to fetch|LoadFailed: Unable to preload CSS|Couldn't load preload assets/;
  const isOffline = (text: string) => offline.test(text);
  noTrouble.splice(0, Infinity, ...noTrouble.filter((text) => !isOffline(text)));
});

test("form reports a lost network, keeps the input and saves it once", async ({ page, api, context, accessible }) => {
  const { id } = await api.hospital("Offline Hospital");
  const location = { address_line_1: "1 Mall Road", city: "Ludhiana", zipcode: "141001", state: "Punjab" };
  await api.put(`/admin/clinics/${id}`, { clinic_details: { id, location } });
  await page.goto(`/clinics-details/${id}/basic-details`);
  await page.getByRole("button", { name: "Edit address" }).click();
  const form = page.getByRole("dialog", { name: "Edit address" });
  await form.getByLabel("Rooms").fill("12");
  await context.setOffline(true);
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByRole("alert").first()).toContainText(lost);
  await expect(form.getByLabel("Rooms")).toHaveValue("12");
  await accessible();

  const saved: string[] = [];
  page.on("request", (request) => isChangeRequest(request, "PUT") && saved.push(request.url()));
  await context.setOffline(false);
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form).toBeHidden();
  await expect.poll(() => saved.filter((url) => url.includes("/admin/clinics/"))).toHaveLength(1);
});

test("record added offline is saved once", async ({ page, context }) => {
  await page.goto("/universities");
  await page.getByRole("button", { name: "Add New University" }).click();
  const form = page.getByRole("dialog");
  const name = `Offline University ${Date.now()}`;
  await form.getByLabel("Name").fill(name);
  await context.setOffline(true);
  await form.getByLabel("Name").press("Control+Enter");
  await expect(form.getByRole("alert").first()).toContainText(lost);
  await context.setOffline(false);
  await form.getByLabel("Name").press("Control+Enter");
  await expect(toastWithText(page, "University added successfully!")).toBeVisible();
  await page.getByPlaceholder("Enter university name to search").fill(name);
  await expect(page).toHaveURL(/Offline/);
  await expect(rowWithText(page, name)).toHaveCount(1);
});
