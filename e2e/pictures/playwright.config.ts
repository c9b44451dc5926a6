import { defineConfig } from "@playwright/test";
import tests from "../playwright.config";

// Shown beside the name of the console.
process.env.CAREOPS_ENVIRONMENT = "demo";

/** Takes the pictures of the documentation: `nox -s docs -- --screenshots`. */
export default defineConfig({
  ...tests,
  testMatch: ["take.ts", "diagrams.ts"],
  outputDir: "../results",
  fullyParallel: false,
  workers: 1,
  use: {
    ...tests.use,
    timezoneId: "Asia/Kolkata",
    contextOptions: { reducedMotion: "reduce" },
    viewport: { width: 1280, height: 660 },
  },
});
