/** What a file may be: endings of its name (".png"), and how large (bytes). */
export interface FileRule {
  endings: readonly string[];
  most: number;
}

/** What is wrong with a file before it is sent; null when nothing is. */
export function fileFault(
  { name, size }: { name: string; size: number },
  rule: FileRule,
): "kind" | "size" | "empty" | null {
  const lower = name.toLowerCase();
  if (!rule.endings.some((ending) => lower.endsWith(ending))) return "kind";
  if (size === 0) return "empty";
  return size > rule.most ? "size" : null;
}

/** 5 MB, 320 KB: how large a file is, or may be, counted as its limit is: a megabyte is 1024 × 1024 bytes (B-30). */
export function shownSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 ** 2) return `${Math.round(bytes / 1024)} KB`;
  return `${(bytes / 1024 ** 2).toFixed(1).replace(/\.0$/, "")} MB`;
}
