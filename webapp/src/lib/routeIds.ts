/** The id an address names; null for what cannot be one. */
export const idOf = (text: string | undefined) => (text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null);
