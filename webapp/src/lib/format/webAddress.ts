/** Return the address if a link may use it: only http and https, never a script. Null for anything else. */
export function webAddress(text: string | null | undefined): string | null {
  const address = text?.trim() ?? "";
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return null;
  return new URL(address).href;
}
