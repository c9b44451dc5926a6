import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { ownBlueprint } from "./build/own-blueprint";
import { precompress } from "./build/precompress";

const server = process.env.CAREOPS_SERVER ?? "http://127.0.0.1:8000";

/** Few, large chunks: brotli and the network both like them better than forty small ones. */
const chunks = [
  { name: "react", test: /node_modules\/(react|react-dom|scheduler|react-router|cookie-es|i18next|react-i18next)\//, priority: 3 },
  { name: (id: string) => /src\/i18n\/(en|hi|pb)\//.exec(id)?.[1]?.replace(/^/, "text-") ?? null, priority: 2 },
  {
    name: "console",
    test: /node_modules\/(@blueprintjs|@floating-ui|tabbable|classnames|tslib|swr|dequal|react-transition-group|dom-helpers|prop-types|@babel)\/|src\/(ui\/(?!notify)|api\/hooks|lib|app\/(Shell|TopBar|SideNav|UserMenu))/,
    priority: 1,
  },
];

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
    rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
  },
  test: {
    environment: "happy-dom",
    setupFiles: ["./src/test-setup.ts"],
    restoreMocks: true,
    unstubGlobals: true,
  },
});
