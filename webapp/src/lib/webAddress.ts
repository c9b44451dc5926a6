/** Return the address if a link may use it: only http and https, never a script. Null for anything else. */
export function webAddress(text: string | null | undefined): string | null {
  const given = text?.trim() ?? "";
  if (!/^https?:\/\//i.test(given) || !URL.canParse(given)) return null;
  return new URL(given).href;
}
