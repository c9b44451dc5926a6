/** Several lines, or a dash. */
export function Lines({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return "-";
  return lines.map((line) => <div key={line}>{line}</div>);
}
