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

/** Format a file size: 5 MB, 320 KB. Like its limit, a megabyte has 1024 × 1024 bytes (B-30). */
export function formatSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 ** 2) return `${Math.round(bytes / 1024)} KB`;
  return `${(bytes / 1024 ** 2).toFixed(1).replace(/\.0$/, "")} MB`;
}
