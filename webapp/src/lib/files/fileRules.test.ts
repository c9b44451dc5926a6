import { expect, it } from "vitest";
import { formatSize } from "../format/numbers";
import { fileError } from "./fileRules";

const picture = { endings: [".png", ".jpg"], most: 5_000_000 };

it.each([
  ["scan.PNG", 5_000_000, null],
  ["scan.png", 5_000_001, "size"],
  ["scan.png", 0, "empty"],
  ["scan.png.exe", 10, "kind"],
  ["scan", 10, "kind"],
  ["ਰਿਪੋਰਟ.jpg", 10, null],
])("%s with %d bytes: %s", (name, size, fault) => expect(fileError({ name, size }, picture)).toBe(fault));

it("formats file sizes", () => {
  expect([0, 1023, 1024, 327_680, 5 * 1024 ** 2, 1_400_000].map(formatSize)).toEqual([
    "0 B",
    "1023 B",
    "1 KB",
    "320 KB",
    "5 MB",
    "1.3 MB",
  ]);
});
