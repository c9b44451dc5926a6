/** The address as a link may have it: of the web, and nothing a browser would run. Null for anything else. */
export function webAddress(text: string | null | undefined): string | null {
  const given = text?.trim() ?? "";
  if (!/^https?:\/\//i.test(given) || !URL.canParse(given)) return null;
  return new URL(given).href;
}
