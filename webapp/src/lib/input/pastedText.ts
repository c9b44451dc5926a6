/** Text without invisible characters, with one kind of dash and of blank: a pasted "21\u201311\u20112026" is 21-11-2026. */
export const plainSeparators = (text: string) =>
  text
    .replace(/\p{Cf}/gu, "")
    .replace(/[\p{Pd}\u2212]/gu, "-")
    .replace(/\p{Zs}/gu, " ");
