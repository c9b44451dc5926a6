import { expect, test } from "../fixtures";
import { waitForList } from "../support/screens";

test.beforeEach(async ({ startSignedIn }) => startSignedIn("customer_care"));

test("a follow-up of a clinic is added, listed, closed and reopened", async ({ page, examples }) => {
  const clinic = await examples.addressOf("/clinics-details/:clinicId/:tab", "basic-details");
  await page.goto(clinic);
  await page.getByRole("button", { name: "Follow-up…" }).click();
  const dialog = page.getByRole("dialog");
  const what = `Call the owner ${Date.now()}`;
  await dialog.getByRole("textbox", { name: /What is to be done/ }).fill(what);
  await dialog.getByRole("button", { name: "Add follow-up" }).click();
  await expect(page.getByText("Follow-up added")).toBeVisible();
  await page.goto(`/follow-ups?search=${encodeURIComponent(what)}`);
  await waitForList(page);
  await page.getByRole("button", { name: `Done: ${what}` }).click();
  await expect(page.getByText(`Done: ${what}`)).toBeVisible();
  await page.goto(`/follow-ups?search=${encodeURIComponent(what)}&state=done`);
  await page.getByRole("button", { name: `Reopen: ${what}` }).click();
  await page.getByRole("button", { name: "Reopen", exact: true }).click();
  await expect(page.getByText("Follow-up reopened")).toBeVisible();

  await page.goto(clinic);
  const strip = page.getByRole("region", { name: "Open follow-ups" });
  const done = strip.getByRole("button", { name: `Done: ${what}` });
  await done.press("Enter");
  await expect(done).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(done).toBeVisible();
  await done.click();
  await expect(done).toHaveCount(0);
});

test("a follow-up is cancelled with a reason", async ({ page, api, accessible }) => {
  const { id } = await api.hospital("Cancelled Hospital");
  const what = `Ask for the licence ${Date.now()}`;
  await api.post("/careops/follow_ups", {
    record: `clinic:${id}`,
    what,
    owner_role: "customer_care",
    due: "2099-01-02",
  });
  await page.goto(`/follow-ups?search=${encodeURIComponent(what)}`);
  await waitForList(page);
  await page.getByRole("button", { name: `Cancel: ${what}` }).click();
  const dialog = page.getByRole("dialog", { name: "Cancel follow-up" });
  await dialog.getByRole("button", { name: "Cancel follow-up" }).click();
  await expect(dialog.getByText("Enter why it is cancelled")).toBeVisible();
  await accessible();
  await dialog.getByRole("textbox", { name: /^Reason/ }).fill("They sold the clinic");
  await dialog.getByRole("button", { name: "Cancel follow-up" }).click();
  await expect(page.getByText("Follow-up cancelled")).toBeVisible();
});

test("open follow-ups are handed over together with a note and leave the own list", async ({
  page,
  api,
  accessible,
}) => {
  const { id } = await api.hospital("Assigned Hospital");
  const mark = `shift ${Date.now()}`;
  for (const number of [1, 2, 3])
    await api.post("/careops/follow_ups", {
      record: `clinic:${id}`,
      what: `${mark} ${number}`,
      owner_role: "customer_care",
      due: "2099-01-02",
    });
  await page.goto(`/follow-ups?search=${encodeURIComponent(mark)}`);
  await waitForList(page);
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  await page.getByRole("region", { name: "Selected rows" }).getByRole("button", { name: "Hand over…" }).click();
  const dialog = page.getByRole("dialog", { name: "Hand over 3 follow-ups" });
  await accessible();
  await dialog.getByRole("combobox", { name: /Owner/ }).selectOption({ label: "Gurleen Kaur Brar" });
  await dialog.getByRole("textbox", { name: /Note to the new owner/ }).fill("I am away until Thursday");
  await dialog.getByRole("button", { name: "Hand over", exact: true }).click();
  await expect(page.getByText("3 follow-ups handed over")).toBeVisible();
  await expect(page.getByText("No follow-ups match")).toBeVisible();
  const { data } = await api.get<{ data: { follow_ups: { owner_name: string; handover_note: string }[] } }>(
    `/careops/follow_ups?search_text=${encodeURIComponent(mark)}`,
  );
  expect(data.follow_ups.map((followUp) => [followUp.owner_name, followUp.handover_note])).toEqual(
    Array(3).fill(["Gurleen Kaur Brar", "I am away until Thursday"]),
  );
});
