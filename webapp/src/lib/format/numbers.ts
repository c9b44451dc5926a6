// Chromium has no Punjabi data in Intl (digits come out ungrouped), so every language uses Indian English figures.
const indian = new Intl.NumberFormat("en-IN");

/** 12,34,567 */
export const formatNumber = (value: number) => indian.format(value);

/** Values of a text with plural forms: its number, which selects the form, and the number as it is shown. */
export const plural = (count: number) => ({ count, formatted: formatNumber(count) });

const exact = new Intl.NumberFormat("en-IN", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** 12,34,567.50 */
export const average = (value: number) => exact.format(value);

/** ₹12,34,567.50 */
export const formatRupees = (value: number) => `${value < 0 ? "-" : ""}₹${exact.format(Math.abs(value))}`;

/** Format a file size: 5 MB, 320 KB. Like its limit, a megabyte has 1024 × 1024 bytes (B-30). */
export function formatSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 ** 2) return `${Math.round(bytes / 1024)} KB`;
  return `${(bytes / 1024 ** 2).toFixed(1).replace(/\.0$/, "")} MB`;
}
