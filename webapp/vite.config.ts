import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { ownBlueprint } from "./build/own-blueprint.ts";
import { precompress } from "./build/precompress.ts";

const server = process.env.CAREOPS_SERVER ?? "http://127.0.0.1:8000";

/** What a first visit waits for: the libraries of the frame, the sign-in, and what the screens share with them. */
const base =
  /node_modules\/(react|react-dom|scheduler|react-router|cookie-es|i18next|react-i18next)\/|index\.html|src\/(main\.|api\/(?!hooks|CallCache)|app\/(?!Shell|TopBar|SideNav|inside)|i18n\/(index|languages)|styles\/(?!blueprint)|ui\/(notify|Notices|LanguageSelect)|lib\/(phone|useOnce|useArrivalFocus)|screens\/session)/;
/** What every screen behind the sign-in is drawn with. */
const console =
  /node_modules\/(@blueprintjs|@floating-ui|tabbable|classnames|tslib|swr|dequal|react-transition-group|dom-helpers|prop-types|@babel)\/|src\/(ui|lib|api\/(hooks|CallCache)|styles\/blueprint|(app|screens)\/.*\.module\.css)/;

export default defineConfig({
  plugins: [ownBlueprint(), react(), precompress()],
  resolve: { alias: { "@": new URL("./src", import.meta.url).pathname } },
  server: { host: "127.0.0.1", port: 8100, strictPort: true, proxy: { "/api": { target: server, ws: true } } },
  build: {
    outDir: "../server/careops_server/static",
    emptyOutDir: true,
    target: "baseline-widely-available",
    sourcemap: false,
    manifest: true,
    reportCompressedSize: false,
    rolldownOptions: {
      preserveEntrySignatures: false,
      output: {
        codeSplitting: {
          groups: [
            { name: "base", test: base, priority: 2 },
            { name: "console", test: console, priority: 1 },
          ],
        },
      },
    },
  },
  test: {
    environment: "happy-dom",
    setupFiles: ["./src/test-setup.ts"],
    // Generous: nothing here measures, and a busy machine is slow.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    restoreMocks: true,
    unstubGlobals: true,
  },
});
