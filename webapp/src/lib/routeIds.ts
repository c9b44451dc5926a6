/** As many figures as JavaScript counts exactly. */
const counted = /^[1-9]\d{0,14}$/;

/** The id an address names; null for what cannot be one. */
export const idOf = (text: string | null | undefined) => (text && counted.test(text) ? Number(text) : null);
