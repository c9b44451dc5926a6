import { chromium, defineConfig } from "@playwright/test";

// noxfile.py passes the system browser if Playwright has none installed.
const executablePath = process.env.CAREOPS_CHROMIUM || undefined;

export default defineConfig({
  testDir: ".",
  outputDir: "results",
  fullyParallel: true,
  forbidOnly: !!process.env.CI,
  retries: 0,
  workers: 2,
  // Generous, because nothing is measured here and busy machines are slow.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [["list"]],
  use: {
    browserName: chromium.name() as "chromium",
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: ["--disable-background-networking", "--disable-component-update", "--disable-gpu", "--no-first-run"],
    },
    // Transitions only take time here, and half-way colours would be false violations of the contrast.
    contextOptions: { reducedMotion: "reduce" },
    locale: "en-IN",
    timezoneId: "Europe/London",
    colorScheme: "light",
    viewport: { width: 1366, height: 820 },
    // Failures keep a screenshot and the console output. Use `--trace retain-on-failure` for traces: Playwright
    // records them for every test, which takes a large part of the run time.
    trace: "off",
    screenshot: "only-on-failure",
    // A key or click that finds nothing fails at its line, not at the end of the test.
    actionTimeout: 30_000,
  },
});
