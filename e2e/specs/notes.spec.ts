import { expect, test } from "../fixtures";
import { textarea } from "../support/notes";

test("a note with a mention is written by keyboard, pinned and removed, and its text is gone", async ({
  page,
  api,
  startSignedIn,
  accessible,
}) => {
  const { id } = await api.hospital("Noted Hospital");
  await startSignedIn("customer_care");
  await page.goto(`/clinics-details/${id}/timeline`);
  await textarea(page).focus();
  await page.keyboard.type("Owner called: IPD back from Monday. @gurl");
  await expect(page.getByRole("listbox", { name: "Colleagues" }).getByRole("option")).toHaveCount(1);
  await accessible();
  await page.keyboard.press("Enter");
  await expect(textarea(page)).toHaveValue(/@Gurleen Kaur Brar $/);
  await page.keyboard.press("Control+z");
  await expect(textarea(page)).toHaveValue(/Monday\. @gurl$/);
  await page.keyboard.press("Control+Shift+z");
  await expect(textarea(page)).toHaveValue(/@Gurleen Kaur Brar $/);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Note added")).toBeVisible();

  const note = page.getByRole("article").filter({ hasText: "Owner called: IPD back from Monday." });
  await expect(note).toHaveCount(1);
  const { data } = await api.get<{ data: { notes: { mentions: { name: string }[] }[] } }>(
    `/careops/notes?record=clinic:${id}`,
  );
  expect(data.notes.map(({ mentions }) => mentions.map(({ name }) => name))).toEqual([["Gurleen Kaur Brar"]]);

  await note.getByRole("button", { name: "Pin note" }).click();
  await expect(page.getByRole("heading", { name: "Pinned notes" })).toBeVisible();
  await note.first().getByRole("button", { name: "Remove note" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText(/^Note removed by Arjun Pillai/).first()).toBeVisible();
  await expect(page.getByText("Owner called")).toHaveCount(0);
  expect(JSON.stringify(await api.get(`/careops/timeline?record=clinic:${id}`))).not.toContain("Owner called");
});

test("card number is reported before sending and unfinished note survives a reload", async ({
  page,
  api,
  startSignedIn,
}) => {
  const { id } = await api.hospital("Card Hospital");
  await startSignedIn("customer_care");
  await page.goto(`/clinics-details/${id}/timeline`);
  await textarea(page).fill("Paid with 4111 1111 1111 1111");
  await expect(page.getByText("This looks like a payment card number.")).toBeVisible();
  const saved = page.waitForResponse(
    (answer) => answer.ok() && answer.request().postData()?.includes("receipt") === true,
  );
  await textarea(page).fill("Paid in cash, will send the receipt");
  await expect(page.getByText("This looks like a payment card number.")).toBeHidden();
  await saved;
  await page.reload();
  await page.getByRole("button", { name: "Use draft" }).click();
  await expect(textarea(page)).toHaveValue("Paid in cash, will send the receipt");
});
