import { expect, type Locator, type Page } from "@playwright/test";

/** A picture rendered by the browser, so that it is valid. */
export async function drawn(page: Page, type: "image/png" | "image/jpeg", words: string) {
  const url = await page.evaluate(
    ([kind, text]) => {
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [640, 420];
      const pen = canvas.getContext("2d");
      if (!pen) throw new Error("no canvas");
      pen.fillStyle = "white";
      pen.fillRect(0, 0, 640, 420);
      pen.fillStyle = "navy";
      pen.font = "40px sans-serif";
      pen.fillText(text ?? "", 40, 200);
      return canvas.toDataURL(kind);
    },
    [type, words],
  );
  return Buffer.from(url.split(",")[1] ?? "", "base64");
}

/** Wait until the picture is loaded and shown as created. */
export async function loaded(picture: Locator) {
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(640);
}
