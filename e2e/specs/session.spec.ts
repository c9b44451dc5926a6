import { demoPassword, expect, phones, test } from "../fixtures";
import { respondError } from "../support/responses";
import { signOut, waitForList } from "../support/screens";

const phoneField = "Phone number";

test.describe("sign-in", () => {
  test.beforeEach(async ({ page }) => {
    await page.goto("/");
  });

  // Proves SEC-19.keys.
  test("opens the clinics and stores exactly the documented keys", async ({ page, signIn }) => {
    await signIn("customer_care");
    await expect(page).toHaveURL("/clinics");
    const stored = () => page.evaluate(() => Object.keys(localStorage).sort());
    await expect.poll(stored).toEqual(["account_type", "authToken", "idt", "user"]);
    await expect.poll(() => page.evaluate(() => localStorage.getItem("account_type"))).toBe("customer_care");
  });

  test("names a non-production environment beside the product", async ({ page, signIn }) => {
    await expect(page.getByRole("contentinfo").getByText("Staging")).toBeVisible();
    await signIn("customer_care");
    await expect(page.getByRole("banner").getByText("Staging")).toBeVisible();
  });

  test("reports missing values and sends nothing", async ({ page }) => {
    let sent = 0;
    await page.route("**/api/auth/sign_in", (route) => {
      sent += 1;
      return route.abort();
    });
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByText("Please enter phone number")).toBeVisible();
    await expect(page.getByText("Please enter the password.")).toBeVisible();
    await expect(page.getByText("Phone number and password are required.")).toBeVisible();
    await expect(page.getByLabel(phoneField)).toBeFocused();
    expect(sent).toBe(0);
  });

  for (const typed of ["90000 00001", "+91 90000 00001", "9000-000-001abc", "९००००००००१"]) {
    // Proves FAULT-40.console.
    test(`phone field accepts ten digits pasted as "${typed}"`, async ({ page }) => {
      const field = page.getByLabel(phoneField);
      await field.fill(typed);
      await expect(field).toHaveValue("9000000001");
    });
  }

  for (const keys of ["+919000000001", "919000000001", "0091 90000 00001", "09000000001", "90000000012"]) {
    test(`phone field accepts ten digits typed as "${keys}"`, async ({ page }) => {
      const field = page.getByLabel(phoneField);
      await field.pressSequentially(keys);
      await expect(field).toHaveValue("9000000001");
    });
  }

  for (const other of ["+1 415 555 2671", "+44 7911 123456", "091-9000000001", "90000000012"]) {
    test(`number of another form remains: "${other}"`, async ({ page }) => {
      const field = page.getByLabel(phoneField);
      await field.fill(other);
      await expect(field).toHaveValue(other);
      await expect(page.getByText("Please enter a valid 10 digit mobile number")).toBeVisible();
      await field.fill("90000 00001");
      await expect(field).toHaveValue("9000000001");
      await expect(page.getByText("Please enter a valid 10 digit mobile number")).toBeHidden();
    });
  }

  test("wrong password is reported and keeps the input", async ({ page }) => {
    await page.getByLabel(phoneField).fill(phones.customer_care);
    await page.getByLabel("Password", { exact: true }).fill("not the password");
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByText("Phone Number or Password is invalid.")).toBeVisible();
    await expect(page.getByLabel(phoneField)).toHaveValue(phones.customer_care);
    await expect(page).toHaveURL("/");
  });

  // Proves SEC-08.message, SEC-08.token.
  test("user without an admin account is refused", async ({ page }) => {
    await page.getByLabel(phoneField).fill("9000000009");
    await page.getByLabel("Password", { exact: true }).fill(demoPassword);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByText("You need admin access to sign in")).toBeVisible();
    await expect.poll(() => page.evaluate(() => localStorage.getItem("authToken"))).toBeNull();
  });

  for (const [source, text] of [
    ["password", "Password is invalid."],
    ["mobile_number_or_password", "Phone Number or Password is invalid."],
    ["something_else", "There was some error while processing the request."],
  ] as const) {
    test(`refusal about ${source} reads: ${text}`, async ({ page }) => {
      await page.route("**/api/auth/sign_in", (route) =>
        respondError(route, 401, { source, title: "as the platform words it" }),
      );
      await page.getByLabel(phoneField).fill("9812345678");
      await page.getByLabel("Password", { exact: true }).fill("something");
      await page.getByLabel("Password", { exact: true }).press("Enter");
      await expect(page.getByText(text, { exact: true })).toBeVisible();
    });
  }

  // Proves SEC-02.account.
  test("eleventh wrong password must wait", async ({ page }) => {
    await page.getByLabel(phoneField).fill("9812300000");
    const button = page.getByRole("button", { name: "Sign in" });
    for (let attempt = 1; attempt <= 11; attempt += 1) {
      await page.getByLabel("Password", { exact: true }).fill(`wrong ${attempt}`);
      const answered = page.waitForResponse("**/api/auth/sign_in");
      await button.click();
      expect((await answered).status()).toBe(attempt <= 10 ? 401 : 429);
      await expect(button).toBeEnabled();
    }
    await expect(page.getByRole("alert").filter({ hasText: /wait/i })).toBeVisible();
  });
});

test("signed-in user is redirected to the clinics", async ({ page, startSignedIn }) => {
  await startSignedIn();
  await page.goto("/");
  await expect(page).toHaveURL("/clinics");
});

// Proves SEC-14.access, SEC-19.sign-out.
test("sign-out clears this tab, other tabs and the session on the server", async ({ page, context, signIn }) => {
  await signIn();
  const token = await page.evaluate(() => localStorage.getItem("authToken"));
  const other = await context.newPage();
  await other.goto("/clinics");
  await expect(other.getByRole("heading", { name: "Clinics", level: 1 })).toBeVisible();

  await signOut(page);

  await expect(page).toHaveURL("/");
  await expect(other).toHaveURL("/");
  await expect.poll(() => page.evaluate(() => localStorage.length)).toBe(0);
  await expect
    .poll(async () =>
      (await page.request.get("/api/careops/session", { headers: { authorization: `Bearer ${token}` } })).status(),
    )
    .toBe(401);
  await page.goto("/clinics");
  await expect(page).toHaveURL("/");
});

// Proves SEC-18.
test("tokens copied out of the browser are refused elsewhere", async ({ page, context, playwright, signIn }) => {
  await signIn();
  const keys = () => page.evaluate(() => Object.keys(localStorage).sort());
  await expect.poll(keys).toEqual(["account_type", "authToken", "idt", "user"]);
  const stored = await page.evaluate(() => ({ ...localStorage }));
  const thief = await playwright.request.newContext({ baseURL: new URL(page.url()).origin });
  const headers = { authorization: `Bearer ${stored.authToken}` };
  expect((await page.request.get("/api/careops/session", { headers })).status()).toBe(200);
  expect((await thief.get("/api/careops/session", { headers })).status()).toBe(401);
  expect((await thief.post("/api/auth/refresh", { data: { refresh_token: stored.idt } })).status()).toBe(401);
  await thief.dispose();
  const [cookie] = (await context.cookies()).filter(({ name }) => name.includes("careops-"));
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Strict" });
  await expect.poll(() => page.evaluate(() => document.cookie)).not.toContain("careops-");
  await page.reload();
  await waitForList(page);
});

test("expired token is refreshed silently once for all calls", async ({ page, startSignedIn }) => {
  await startSignedIn();
  let refreshed = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/auth/refresh")) refreshed += 1;
  });
  let refuse = true;
  await page.route("**/api/**", async (route) => {
    const url = route.request().url();
    if (refuse && !url.includes("/auth/")) {
      return respondError(route, 401);
    }
    if (url.endsWith("/auth/refresh")) refuse = false;
    return route.continue();
  });
  await page.goto("/clinics");
  await waitForList(page);
  await expect.poll(() => refreshed).toBe(1);
});

// Proves SEC-12.tabs, FAULT-25.
test("two tabs that refresh at once both stay signed in", async ({ page, context, signIn }) => {
  await signIn();
  const other = await context.newPage();
  await other.goto("/clinics");
  await waitForList(other);
  // An expired token, as after an hour of sleep: the client checks the expiry before sending.
  const stale = await page.evaluate(() => {
    const [head, body, sign] = localStorage.getItem("authToken")!.split(".") as [string, string, string];
    const claims = JSON.parse(atob(body.replace(/-/g, "+").replace(/_/g, "/")));
    const old = btoa(JSON.stringify({ ...claims, exp: 1 }))
      .replace(/\+/g, "-")
      .replace(/\//g, "_")
      .replace(/=+$/, "");
    localStorage.setItem("authToken", `${head}.${old}.${sign}`);
    return localStorage.getItem("authToken");
  });
  await Promise.all([page.reload(), other.reload()]);
  for (const tab of [page, other]) {
    await waitForList(tab);
    await expect(tab).toHaveURL("/clinics");
  }
  await expect.poll(() => page.evaluate(() => localStorage.getItem("authToken"))).not.toBe(stale);
});

for (const [what, status] of [
  ["a 403", 403],
  ["a 401 that no renewal mends", 401],
] as const) {
  test(`${what} signs out with one message`, async ({ page, startSignedIn }) => {
    await startSignedIn();
    await page.goto("/clinics");
    await waitForList(page);
    await page.route("**/api/**", (route) => respondError(route, status, { source: "", title: "no" }));
    await page.reload();
    await expect(page).toHaveURL("/");
    await expect(page.getByText("Unauthorized access. Signing out...")).toHaveCount(1);
    await expect(page.getByText("Unauthorized!")).toBeVisible();
    await expect.poll(() => page.evaluate(() => localStorage.getItem("idt"))).toBeNull();
  });
}

// Proves SEC-20.nothing-sent, SEC-20.report.
test("invalid stored token is reported before a request", async ({ page, startSignedIn }) => {
  await startSignedIn();
  await page.goto("/clinics");
  await waitForList(page);
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/admin")) sent.push(request.url());
  });
  // In one step, before a request in the background reports the missing token.
  await page.getByRole("checkbox", { name: "Is hospital" }).evaluate((box: HTMLInputElement) => {
    localStorage.removeItem("authToken");
    box.click();
  });
  await expect(page.getByText("Invalid token provided")).toBeVisible();
  await expect(page).toHaveURL("/");
  expect(sent).toEqual([]);
});
