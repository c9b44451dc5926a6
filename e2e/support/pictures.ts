import { expect, type Locator, type Page } from "@playwright/test";

/** A picture that the browser itself draws, so that it is a real one. */
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

/** Waits until the picture is drawn, as it was made. */
export async function loaded(picture: Locator) {
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(640);
}
