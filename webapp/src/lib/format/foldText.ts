const quotes = /['’‘‛ʼ`´′"“”„‟″«»]/g;
/** Each nasal of Devanagari and Gurmukhi with the consonants before which a sign can replace it. */
const nasalClasses = [
  ["[ङਙनਨ]", "कखगघਕਖਗਘ"],
  ["[ञਞनਨ]", "चछजझਚਛਜਝ"],
  ["[णਣनਨ]", "टठडढਟਠਡਢ"],
  ["[नਨ]", "तथदधसशषहਤਥਦਧਸਹ"],
  ["[मਮ]", "पफबभਪਫਬਭ"],
];
const writtenNasal = new RegExp(nasalClasses.map(([nasal, before]) => `${nasal}[्੍](?=[${before}])`).join("|"), "g");

/**
 * Normalise text for searches: lowercase, no Latin accents, one kind of quotation mark and space, and one of the correct
 * spellings of a word in Devanagari or Gurmukhi (केन्द्र is केंद्र), as the searches of the server.
 */
export function foldText(text: string): string {
  return text
    .normalize("NFD")
    .replace(/[\u0300-\u036f\u200c\u200d]/g, "")
    .replace(writtenNasal, "ं")
    .replace(/[ँਁਂੰ]/g, "ं")
    .replace(quotes, "'")
    .trim()
    .replace(/\s+/g, " ")
    .toLowerCase();
}

/** True if a text contains each word of the search text, in any order. */
export function containsWords(text: string, typed: string): boolean {
  const folded = foldText(text);
  return foldText(typed)
    .split(" ")
    .every((word) => folded.includes(word));
}

/** True if a text contains the search text. */
export const containsText = (text: string, typed: string) => foldText(text).includes(foldText(typed));
