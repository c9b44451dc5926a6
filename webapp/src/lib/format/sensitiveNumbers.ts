/** Kinds of sensitive numbers. */
type SensitiveNumber = "card_number" | "aadhaar_number";

const mostDigits = 19;
const fewestCardDigits = 13;
const aadhaarDigits = 12;
/** Shortest group of digits that people write: 4111 1111 1111 1111 111. */
const fewestInGroup = 3;
const run = /(?<![0-9A-Za-z+_])[0-9]+(?:[ \u00a0.\-\u2010-\u2015][0-9]+)*(?![0-9A-Za-z_])/g;
/** Code points of zero in Devanagari, Gurmukhi and full width. */
const zeros = [0x0966, 0x0a66, 0xff10];

// Verhoeff's algorithm: multiplication in the dihedral group D5, and the permutation of each position.
const products = [
  "0123456789",
  "1234067895",
  "2340178956",
  "3401289567",
  "4012395678",
  "5987604321",
  "6598710432",
  "7659821043",
  "8765932104",
  "9876543210",
];
const permutations = [
  "0123456789",
  "1576283094",
  "5803796142",
  "8916043527",
  "9453126870",
  "4286573901",
  "2793806415",
  "7046913258",
];

/** Find kinds of sensitive numbers in a text, with the rules of the SDK (`careops/sensitive_numbers.py`). */
export function findSensitiveNumbers(text: string): SensitiveNumber[] {
  let hasCard = false;
  let hasAadhaar = false;
  for (const [digits] of asciiText(text).matchAll(run)) {
    const groups = digits.match(/[0-9]+/g) ?? [];
    for (let start = 0; start < groups.length; start += 1) {
      let number = "";
      for (const group of groups.slice(start)) {
        number += group;
        if (group.length < fewestInGroup || number.length > mostDigits) break;
        hasCard ||= number.length >= fewestCardDigits && /^[234568]/.test(number) && passesLuhn(number);
        hasAadhaar ||= number.length === aadhaarDigits && /^[2-9]/.test(number) && passesVerhoeff(number);
      }
    }
  }
  return [...(hasCard ? (["card_number"] as const) : []), ...(hasAadhaar ? (["aadhaar_number"] as const) : [])];
}

const asciiText = (text: string) =>
  text.replace(/[\u0966-\u096f\u0a66-\u0a6f\uff10-\uff19]/g, (digit) => {
    const code = digit.charCodeAt(0);
    return String(code - (zeros.findLast((zero) => zero <= code) ?? code));
  });

function passesLuhn(number: string): boolean {
  let total = 0;
  for (const [place, digit] of [...number].reverse().entries()) {
    const value = Number(digit) * (1 + (place % 2));
    total += value > 9 ? value - 9 : value;
  }
  return total % 10 === 0;
}

function passesVerhoeff(number: string): boolean {
  let check = 0;
  for (const [place, digit] of [...number].reverse().entries()) {
    const permuted = Number(permutations[place % 8]?.[Number(digit)]);
    check = Number(products[check]?.[permuted]);
  }
  return check === 0;
}
