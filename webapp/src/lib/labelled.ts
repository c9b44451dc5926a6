/** What a value is called here; one nobody told us about is shown as it was sent. */
export function labelled(names: object, value: string | null): string | null {
  if (value === null || !Object.hasOwn(names, value)) return value;
  return (names as Record<string, string>)[value] ?? value;
}
