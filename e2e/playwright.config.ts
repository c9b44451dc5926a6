import { chromium, defineConfig } from "@playwright/test";

// noxfile.py names the system's browser where Playwright has none of its own.
const executablePath = process.env.CAREOPS_CHROMIUM || undefined;

export default defineConfig({
  testDir: ".",
  outputDir: "results",
  fullyParallel: true,
  forbidOnly: !!process.env.CI,
  retries: 0,
  workers: 2,
  // Generous: nothing here measures, and a busy machine is slow.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: [["list"]],
  use: {
    browserName: chromium.name() as "chromium",
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: ["--disable-background-networking", "--disable-component-update", "--no-first-run"],
    },
    locale: "en-IN",
    timezoneId: "Europe/London",
    colorScheme: "light",
    viewport: { width: 1366, height: 820 },
    // What fails leaves a picture and what the page said. A trace of every step is asked for by `--trace
    // retain-on-failure`: it has to be written for every test, to be thrown away, and is a good part of what they take.
    trace: "off",
    screenshot: "only-on-failure",
  },
});
