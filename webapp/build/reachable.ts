/** Return the root and everything reachable from it through `next`, recursively. */
export function reachable(root: string, next: (id: string) => readonly string[]): Set<string> {
  const seen = new Set<string>();
  const waiting = [root];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    waiting.push(...next(id));
  }
  return seen;
}
