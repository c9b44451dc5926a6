import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { chunks } from "./build/chunks.ts";
import { fetchFirst } from "./build/fetch-first.ts";
import { ownBlueprint } from "./build/own-blueprint.ts";
import { precompress } from "./build/precompress.ts";
import { preloadEarly } from "./build/preload-early.ts";
import { languages } from "./src/api/gen/constants.ts";

const server = process.env.CAREOPS_SERVER ?? "http://127.0.0.1:8000";

const source = new URL("./src/", import.meta.url).pathname;

export default defineConfig({
  plugins: [ownBlueprint(), react(), fetchFirst(), preloadEarly(source, languages), precompress()],
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
            { name: chunks(source), priority: 1 },
            // Also used by screens without forms.
            { name: "files", test: /src\/(lib\/files\/saveFile|api\/files)\.ts/, priority: 0.9 },
            {
              name: "forms",
              test: /src\/ui\/(form\/FormDialog\.tsx|fields\/|filters\/)|node_modules\/react-hook-form\//,
              priority: 0.7,
            },
            { name: "reorder", test: /src\/ui\/reorder\/|node_modules\/@dnd-kit\//, priority: 0.5 },
            { name: "shared", test: /src\/(ui|lib)\/|node_modules\//, minShareCount: 2 },
          ],
        },
      },
    },
  },
});
