import { plainSeparators } from "../input/pastedText";

// Taxpayers (Z), deductors (D) and collectors (C); United Nations bodies, embassies and people abroad.
const forms = /^(\d{2}[A-Z]{4}[0-9A-Z]\d{4}[A-Z][1-9A-Z][A-J1-9Z][0-9A-Z]|\d{4}[A-Z]{3}\d{5}([UO]N|NR|OS)[0-9A-Z])$/;
const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/**
 * True if the text has the form and the check character of a GSTIN, with any blanks and dashes, which the server
 * removes. Use it for warnings only.
 */
export function looksLikeGstin(text: string): boolean {
  const gstin = plainSeparators(text).replace(/[\s-]/g, "").toUpperCase();
  if (!forms.test(gstin)) return false;
  const sum = [...gstin.slice(0, 14)].reduce((total, character, place) => {
    const product = digits.indexOf(character) * (place % 2 === 0 ? 1 : 2);
    return total + Math.floor(product / 36) + (product % 36);
  }, 0);
  return digits[(36 - (sum % 36)) % 36] === gstin[14];
}
