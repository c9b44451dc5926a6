import { defineConfig, mergeConfig } from "vitest/config";
import build from "./vite.config.ts";

// CAREOPS_TEST_DELAY_MS=300 delays each fake answer of the web tests at random by up to 300 ms, so that a test that reads
// the screen too early fails. CAREOPS_TEST_SEED repeats the delays of an earlier run.
const delay = process.env.CAREOPS_TEST_DELAY_MS;
const seed = process.env.CAREOPS_TEST_SEED ?? String(Math.floor(Math.random() * 1e9));
if (delay)
  console.log(`Answers are delayed by up to ${delay} ms: CAREOPS_TEST_DELAY_MS=${delay} CAREOPS_TEST_SEED=${seed}`);

export default mergeConfig(
  build,
  defineConfig({
    test: {
      environment: "happy-dom",
      // The default leaves one core idle.
      maxWorkers: "100%",
      ...(delay && { env: { CAREOPS_TEST_DELAY_MS: delay, CAREOPS_TEST_SEED: seed } }),
      setupFiles: ["./src/test-setup.ts"],
      // Generous, because nothing is measured here and busy machines are slow.
      testTimeout: 180_000,
      hookTimeout: 180_000,
      restoreMocks: true,
      unstubGlobals: true,
    },
  }),
);
