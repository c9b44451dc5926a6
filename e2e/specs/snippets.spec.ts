import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { expect, freshPhone, test } from "../fixtures";
import type { Api } from "../fixtures/api";
import { drawn } from "../support/pictures";
import { toastWithText, waitForList, waitUntilIdle } from "../support/screens";

const run = promisify(execFile);
const python = process.env.CAREOPS_PYTHON ?? "python";

async function opened(page: Page, entry: string) {
  await page.getByRole("button", { name: "Account menu" }).click();
  await page.getByRole("menuitem", { name: entry }).click();
  return page.getByRole("dialog", { name: entry });
}

/** Switches the button in dialogs on, as a person does once in a browser. */
async function showInDialogs(page: Page) {
  const dialog = await opened(page, "Show as command");
  await dialog.getByRole("switch", { name: "Show in dialogs too" }).click();
  await dialog.getByRole("button", { name: "Close" }).click();
}

/** Run a copied text as a user does: in a shell, with platform and token in the environment. */
async function runText(api: Api, text: string, program = "bash", cwd = process.cwd()) {
  const env = {
    ...process.env,
    PATH: `${python.replace(/\/[^/]+$/, "")}:${process.env.PATH}`,
    CAREOPS_URL: `${api.url}/api`,
    CAREOPS_TOKEN: api.tokens.auth_token,
  };
  const { stdout } = await run(program, ["-c", text], { env, cwd, maxBuffer: 16 * 1024 * 1024 });
  return stdout;
}

// server/tests/test_screens_as_commands.py runs the commands of all other screens.
test("command of a filtered list reads the rows on screen", async ({ page, api, startSignedIn }) => {
  await startSignedIn();
  await page.goto("/clinics?search=hospital&state=Punjab");
  await waitForList(page);
  await waitUntilIdle(page);
  const names = await page.getByRole("row").locator("td:nth-child(2)").allInnerTexts();
  const shown = names.map((name) => name.split("\n")[0]!.trim()).filter(Boolean);
  expect(shown).not.toEqual([]);
  const dialog = await opened(page, "Show as command");
  const texts = await Promise.all(
    ["Terminal", "Python", "curl"].map((way) => dialog.getByRole("region", { name: way }).locator("pre").innerText()),
  );
  for (const text of texts) expect(text).not.toContain(api.tokens.auth_token);
  expect(texts[0]).toContain(`careops call ListClinics`);
  const answers = [await runText(api, texts[0]!), await runText(api, texts[1]!, python), await runText(api, texts[2]!)];
  for (const answer of answers) for (const name of shown) expect(answer.replaceAll("\\u200b", "")).toContain(name);
});

test("tab of a record has its command, which is copied with one click", async ({
  page,
  context,
  api,
  startSignedIn,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await startSignedIn();
  const clinic = await api.get<{ data: { clinics: { id: number; name: string }[] } }>("/admin/clinics");
  const { id, name } = clinic.data.clinics[0]!;
  await page.goto(`/clinics-details/${id}/basic-details`);
  await expect(page.getByText(name).first()).toBeVisible();
  await waitUntilIdle(page);
  const dialog = await opened(page, "Show as command");
  await dialog.getByRole("region", { name: "Terminal" }).getByRole("button", { name: "Copy" }).click();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toContain(`careops call ReadClinic id=${id} --json`);
  const command = await copied();
  expect(await runText(api, command)).toContain(name);
});

test("command of a form makes the same change without sending it", async ({ page, api, startSignedIn, accessible }) => {
  interface Found {
    data: { attributes: { rank: number | null } }[];
  }
  const name = "Commanded University";
  await api.post("/admin/basic_universities", { name, rank: 9 });
  const rank = async () =>
    (await api.get<Found>(`/admin/basic_universities?name=${encodeURIComponent(name)}`)).data[0]?.attributes.rank;
  await startSignedIn();
  await page.goto(`/universities?search=${encodeURIComponent(name)}`);
  await page.getByRole("button", { name: `Edit ${name}` }).click();
  await expect(page.getByRole("dialog", { name: "Edit university" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Show as command" })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await showInDialogs(page);
  const ways = { Terminal: "bash", Python: python, curl: "bash" };
  for (const [index, [way, program]] of Object.entries(ways).entries()) {
    await page.goto(`/universities?search=${encodeURIComponent(name)}`);
    await page.getByRole("button", { name: `Edit ${name}` }).click();
    const form = page.getByRole("dialog", { name: "Edit university" });
    await form.getByLabel("Rank").fill(String(100 + index));
    await form.getByRole("button", { name: "Show as command" }).click();
    const dialog = page.getByRole("dialog", { name: "Show as command" });
    const command = dialog.getByRole("region", { name: way }).locator("pre");
    await expect(command).not.toContainText(api.tokens.auth_token);
    const text = await command.innerText();
    if (index === 0) await accessible();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(form.getByLabel("Rank")).toHaveValue(String(100 + index));
    expect(await rank()).toBe(index === 0 ? 9 : 99 + index);
    await runText(api, text, program);
    expect(await rank()).toBe(100 + index);
  }
});

test("command of a form uploads its picture and the form uploads it separately", async ({ page, api, startSignedIn }, {
  outputDir,
}) => {
  await startSignedIn("customer_care");
  const clinic = await api.hospital("Commanded Hospital");
  const invitation = { phone_number: freshPhone(), name: "Asha Gill", fees: 450, patients_per_hour: 8 };
  const { data } = await api.post<{ data: { doctor: { id: number } } }>(
    `/clinics/${clinic.id}/clinic_doctors`,
    invitation,
  );
  await page.goto(`/doctor-details/${data.doctor.id}/basic-details`);
  await showInDialogs(page);
  const certificate = page.getByRole("region", { name: "Registration certificate" });
  const buffer = await drawn(page, "image/jpeg", "PMC 20417");
  await mkdir(outputDir, { recursive: true });
  await writeFile(join(outputDir, "my registration.jpg"), buffer);
  await certificate.getByRole("button", { name: "Upload certificate" }).click();
  // The title follows the certificate that the commands upload.
  const form = page.getByRole("dialog", { name: /^(Upload|Replace) certificate$/ });
  await form.getByLabel("Image").setInputFiles(join(outputDir, "my registration.jpg"));
  await form.getByRole("button", { name: "Show as command" }).click();
  const dialog = page.getByRole("dialog", { name: "Show as command" });
  await expect(dialog).toContainText("Files are read from the folder you run the command in.");
  const text = (way: string) => dialog.getByRole("region", { name: way }).locator("pre").innerText();
  const [terminal, script] = [await text("Terminal"), await text("Python")];
  await page.keyboard.press("Escape");
  const linked = async () =>
    (await api.get<{ data: { doctor: { reg_photo_url: string | null } } }>(`/doctors/${data.doctor.id}`)).data.doctor
      .reg_photo_url;
  expect(await linked()).toBeNull();
  await runText(api, terminal, "bash", outputDir);
  const first = await linked();
  expect(first).not.toBeNull();
  await runText(api, script, python, outputDir);
  const second = await linked();
  expect([first, null]).not.toContain(second);
  await form.getByRole("button", { name: "Upload", exact: true }).click();
  await expect(toastWithText(page, "Certificate uploaded")).toBeVisible();
  expect([first, second, null]).not.toContain(await linked());
});

test("report of a failure contains no input", async ({ page, startSignedIn, accessible }) => {
  await startSignedIn();
  await page.goto("/clinics?search=navjeevan");
  await waitUntilIdle(page);
  const dialog = await opened(page, "Recent requests");
  const requests = () => dialog.locator("pre").innerText();
  await expect.poll(requests).toMatch(/^\d{4}-\S+Z {2}GET {2}\/api\/admin\/clinics {2}200 {2}\d+ ms {2}[0-9a-f]{24}$/m);
  await expect(dialog.locator("pre")).not.toContainText("navjeevan");
  await accessible();
});
