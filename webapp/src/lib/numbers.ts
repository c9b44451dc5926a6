// Chromium has no Punjabi data in Intl (digits come out ungrouped), so every language uses Indian English figures.
const indian = new Intl.NumberFormat("en-IN");

/** 12,34,567 */
export const formatNumber = (value: number) => indian.format(value);

const exact = new Intl.NumberFormat("en-IN", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** 12,34,567.50 */
export const average = (value: number) => exact.format(value);

/** ₹12,34,567.50 */
export const formatRupees = (value: number) => `${value < 0 ? "-" : ""}₹${exact.format(Math.abs(value))}`;
