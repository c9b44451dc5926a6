import { countryCode, phoneDigits } from "@/api/gen/constants";

/** The zeros of the scripts our users type in: Devanagari, Gurmukhi, Arabic (two), full width. */
const zeros = [0x966, 0xa66, 0x660, 0x6f0, 0xff10];

/** The digits of a typed or pasted phone number: any script's, without country code or trunk 0, ten at most. */
export function phoneOf(text: string): string {
  const digits = digitsOf(text);
  const international = /^\s*(\+|00)/.test(text) || digits.length === countryCode.length + phoneDigits;
  const dialled = international ? new RegExp(`^(00)?${countryCode}`) : new RegExp(`^0(?=\\d{${phoneDigits}})`);
  const national = digits.replace(dialled, "");
  return national.slice(0, phoneDigits);
}

/** The digits of any script in a text, as 0 to 9. */
const digitsOf = (text: string) => Array.from(text, asciiDigit).join("");

/** A text with the digits of any script as 0 to 9. */
export const asciiDigits = (text: string) => Array.from(text, (letter) => asciiDigit(letter) || letter).join("");

/** A number of any script's digits as 0 to 9, blanks around it dropped; any other text as it is. */
export function plainDigits(text: string): string {
  const digits = digitsOf(text);
  return digits && Array.from(text.trim()).length === digits.length ? digits : text;
}

function asciiDigit(character: string): string {
  if (/[0-9]/.test(character)) return character;
  const code = character.codePointAt(0) ?? 0;
  const zero = zeros.find((start) => code >= start && code <= start + 9);
  return zero === undefined ? "" : String(code - zero);
}

/** +91 98123 45670; nothing where there is no number. */
export function phoneText(code: string, number: string | null): string | null {
  if (!number) return null;
  const grouped = number.length === phoneDigits ? `${number.slice(0, 5)} ${number.slice(5)}` : number;
  return `+${code} ${grouped}`;
}
