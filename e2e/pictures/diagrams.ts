import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";

/** Renderer of the diagrams. It is no dependency of the project: 3.5 MB that only this command needs. */
const mermaid = "mermaid@11.17.2";
const docs = join(import.meta.dirname, "../../docs");
const pictures = join(docs, "pictures");
/** Pages with diagrams. */
const pages = ["architecture.md"];

declare global {
  interface Window {
    mermaid: {
      initialize(settings: object): void;
      render(id: string, source: string): Promise<{ svg: string }>;
    };
  }
}

test("diagrams", async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), "mermaid-"));
  execFileSync("npm", ["pack", mermaid, "--silent", "--pack-destination", folder]);
  execFileSync("tar", [
    "-xzf",
    `${folder}/${mermaid.replace("@", "-")}.tgz`,
    "-C",
    folder,
    "package/dist/mermaid.min.js",
  ]);
  await page.goto("about:blank");
  await page.addScriptTag({ path: `${folder}/package/dist/mermaid.min.js` });
  rmSync(folder, { recursive: true });
  for (const old of readdirSync(pictures)) if (old.startsWith("diagram-")) rmSync(join(pictures, old));
  for (const name of pages)
    for (const [, source = ""] of readFileSync(join(docs, name), "utf-8").matchAll(/^```mermaid\n(.*?)^```$/gms)) {
      // The build of the site finds the picture of a diagram by this name, and a test finds pictures of changed ones.
      const hash = createHash("sha256").update(source).digest("hex").slice(0, 12);
      for (const theme of ["light", "dark"] as const) {
        const svg = await page.evaluate(render, { source, theme });
        // Read once: the function returns the finished picture.
        expect(svg).toContain("<svg");
        writeFileSync(join(pictures, `diagram-${hash}${theme === "dark" ? "-dark" : ""}.svg`), `${svg}\n`);
      }
    }
});

async function render({ source, theme }: { source: string; theme: "light" | "dark" }) {
  window.mermaid.initialize({
    startOnLoad: false,
    theme: theme === "dark" ? "dark" : "neutral",
    fontFamily: "system-ui, sans-serif",
    htmlLabels: false,
    flowchart: { htmlLabels: false },
    // The same source gives the same file.
    deterministicIds: true,
    handDrawnSeed: 1,
  });
  const { svg } = await window.mermaid.render("diagram", source);
  // The data of editors and half of the digits are a third of the bytes.
  return svg
    .replace(/ (?:data-(?:points|id|et|edge|color-id)|style)="(?:[^"]*undefined[^"]*|[^":;]*)"/g, "")
    .replace(/(\d+\.\d)\d+/g, "$1");
}
