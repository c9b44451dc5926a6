import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build, type Plugin } from "vite";
import { afterEach, expect, it } from "vitest";
import { precompress } from "./precompress";

const root = mkdtempSync(join(tmpdir(), "precompress-"));
afterEach(() => rmSync(root, { recursive: true }));

function built(...plugins: Plugin[]) {
  mkdirSync(root, { recursive: true });
  writeFileSync(join(root, "index.html"), '<script type="module" src="/main.js"></script>');
  writeFileSync(join(root, "main.js"), "document.title = 'Notes';");
  return build({ root, configFile: false, logLevel: "silent", plugins: [...plugins, precompress()] });
}

it("writes both files beside every text file, the page and the scripts", async () => {
  await built();
  const files = readdirSync(join(root, "dist"), { recursive: true, encoding: "utf8" });
  const texts = files.filter((file) => /\.(html|js)$/.test(file));
  expect(texts).toHaveLength(2);
  for (const file of texts) expect(files).toEqual(expect.arrayContaining([`${file}.br`, `${file}.gz`]));
});

it("reports the error of a failed build and creates no folder", async () => {
  const refuse: Plugin = {
    name: "refuse",
    transform(_code, id) {
      if (id.endsWith("main.js")) this.error("no styles for it");
    },
  };
  await expect(built(refuse)).rejects.toThrow("no styles for it");
  expect(existsSync(join(root, "dist"))).toBe(false);
});
