import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin } from "vite";

const text = /\.(css|html|js|json|svg|txt)$/;

/** Write a .br and a .gz file next to every text file of the build, so that the server never compresses. */
export function precompress(): Plugin {
  let folder = "";
  return {
    name: "precompress",
    apply: "build",
    configResolved: ({ root, build }) => {
      folder = join(root, build.outDir);
    },
    // Only after a successful build: after a failed one the missing folder would hide the real error.
    writeBundle: {
      order: "post",
      handler() {
        for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
          if (!text.test(file)) continue;
          const path = join(folder, file);
          const bytes = readFileSync(path);
          const brotli = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
          writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: brotli }));
          writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
        }
      },
    },
  };
}
