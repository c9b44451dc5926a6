/** Allowed file name endings (".png") and maximum size (bytes). */
export interface FileRule {
  endings: readonly string[];
  most: number;
}

/** Check a file before upload; null if it is valid. */
export function fileError(
  { name, size }: { name: string; size: number },
  rule: FileRule,
): "kind" | "size" | "empty" | null {
  const lower = name.toLowerCase();
  if (!rule.endings.some((ending) => lower.endsWith(ending))) return "kind";
  if (size === 0) return "empty";
  return size > rule.most ? "size" : null;
}
