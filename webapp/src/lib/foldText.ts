const quotes = /['’‘‛ʼ`´′"“”„‟″«»]/g;

/** Normalise text for searches: lowercase, no Latin accents, one kind of quotation mark and space. */
export function foldText(text: string): string {
  return text
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .replace(quotes, "'")
    .trim()
    .replace(/\s+/g, " ")
    .toLowerCase();
}

/** True if a text contains the search text. */
export const containsText = (text: string, typed: string) => foldText(text).includes(foldText(typed));
