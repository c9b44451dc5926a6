/** Return the label of a value, ignoring case; an unknown value is shown as sent. */
export function labelOf(names: object, value: string | null): string | null {
  if (value === null) return null;
  const key = [value, value.toLowerCase()].find((name) => Object.hasOwn(names, name));
  return key === undefined ? value : ((names as Record<string, string>)[key] ?? value);
}
