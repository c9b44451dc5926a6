import { countryCode, phoneDigits } from "@/api/gen/constants";

/** Country code, trunk 0 and the ten digits, without separators; the SDK's `national_number` reads the same forms. */
const complete = new RegExp(`^(?:(?:\\+|00)?${countryCode}0?|0)([1-9]\\d{${phoneDigits - 1}})$`);
const national = new RegExp(`^\\d{${phoneDigits}}$`);
/** Matches the beginning of such a number. */
const beginning = new RegExp(
  `^(?:(?:\\+|00)(?:${countryCode[0]}|${countryCode}0?\\d{0,${phoneDigits}})?|0?\\d{0,${phoneDigits}}|${countryCode}0?\\d{0,${phoneDigits}})$`,
);
/** Decimal zeros that a spreadsheet appends to a whole number. */
const decimalZeros = new RegExp(`(?<=\\d{${phoneDigits}})\\.0{1,3}$`);

/**
 * Normalise a typed or pasted phone number: ten digits of an Indian number, or the digits of an incomplete one. Other
 * numbers stay unchanged, because shortening one would make it another number.
 */
export function parsePhone(text: string): string {
  const visible = asciiDigits(
    text
      .normalize("NFKC")
      .replace(/\p{Cf}/gu, "")
      .trim(),
  ).replace(decimalZeros, "");
  const [first = "", ...others] = visible.split("+");
  const plus = others.length > 0 && !/\d/.test(first) ? "+" : "";
  const digits = plus + visible.replace(/\D/g, "");
  // A second number, or a plus sign between the digits.
  if (others.length > 1 && /\d\D*\+/.test(visible)) return text;
  if (national.test(digits)) return digits;
  const local = complete.exec(digits)?.[1];
  return local ?? (beginning.test(digits) ? digits : text);
}

/** True if a field contains the ten digits of a number. */
export const isPhone = (value: string) => national.test(value);

/** True if no further input can make the value a phone number. */
export const isNoPhone = (value: string) => !beginning.test(value);

/** True if another digit would be a mistake: the number is complete and its digits are not a country code. */
export const isFullPhone = (value: string) =>
  isPhone(value) && !value.startsWith(countryCode) && !value.startsWith("0");

/** Convert digits of any script to 0 to 9. */
export const asciiDigits = (text: string) => text.replace(/\p{Nd}/gu, asciiDigit);

/** Trim a number and convert digits of any script to 0 to 9; return any other text unchanged. */
export function digitsOnly(text: string): string {
  const digits = asciiDigits(text.trim());
  return /^\d+$/.test(digits) ? digits : text;
}

/** Return a six-digit pincode without spaces ("141 001"); other text is handled like `plainDigits`. */
export function parsePincode(text: string): string {
  const digits = asciiDigits(text.replace(/[\p{Zs}\p{Cf}]/gu, ""));
  return /^\d{6}$/.test(digits) ? digits : digitsOnly(text);
}

/** In each script the ten digits follow each other from zero. */
function asciiDigit(digit: string): string {
  if (/[0-9]/.test(digit)) return digit;
  const code = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before += 1;
  return String(before % 10);
}

/** Format a phone number as every screen shows it: +91 98123 45670. Anything but ten digits stays as sent. */
export function formatPhone(code: string | null | undefined, number: string | null | undefined): string | null {
  if (!number) return null;
  const ownCode = code?.replace(/^\+/, "") || countryCode;
  const national = number.replace(new RegExp(`^\\+?${countryCode}(?=\\d{${phoneDigits}}$)`), "");
  if (!/^\d+$/.test(national)) return number;
  if (national.length !== phoneDigits) return code ? `+${ownCode} ${national}` : number;
  return `+${ownCode} ${national.slice(0, 5)} ${national.slice(5)}`;
}
