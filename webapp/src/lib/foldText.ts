const quotes = /['’‘‛ʼ`´′"“”„‟″«»]/g;

/** The text as searches compare it: lowercase, without Latin accents, with one kind of quotation mark and blank. */
export function foldText(text: string): string {
  return text
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .replace(quotes, "'")
    .trim()
    .replace(/\s+/g, " ")
    .toLowerCase();
}

/** Whether a text contains what a person typed to find it. */
export const containsText = (text: string, typed: string) => foldText(text).includes(foldText(typed));
