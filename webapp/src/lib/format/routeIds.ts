/** As many digits as JavaScript represents exactly. */
const counted = /^[1-9]\d{0,14}$/;

/** Parse an id of an address; null if it is not an id. */
export const parseRouteId = (text: string | null | undefined) => (text && counted.test(text) ? Number(text) : null);
