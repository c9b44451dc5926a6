import { useEffect, useRef } from "react";

/** A tab of the record on screen, or something that can be done there: what Ctrl+K offers besides screens. */
export type AtHand = { text: string } & ({ to: string } | { run: () => void });

const parts = new Map<object, () => readonly AtHand[]>();
const listeners = new Set<() => void>();
const patienceMs = 15_000;
/** What was begun last. */
let forget: () => void = () => undefined;
let known: readonly AtHand[] | null = null;
function changed() {
  known = null;
  for (const listener of listeners) listener();
}

export const atHand = {
  /** Until the function it gives is called. */
  add(part: () => readonly AtHand[]): () => void {
    const place = {};
    parts.set(place, part);
    changed();
    return () => {
      parts.delete(place);
      changed();
    };
  },
  /** What is on screen now, in the order it came, each name once. */
  all(): readonly AtHand[] {
    if (known) return known;
    const named = new Map<string, AtHand>();
    for (const one of [...parts.values()].flatMap((part) => part())) if (!named.has(one.text)) named.set(one.text, one);
    known = [...named.values()];
    return known;
  },
  /**
   * Runs what is offered by that name on the screen at this path, as soon as it is. It is forgotten after a while, on
   * any other screen, and when something else is begun.
   */
  begin(text: string, path: string): void {
    forget();
    let before: string | null = location.pathname;
    const look = () => {
      const at = location.pathname;
      if (at !== path) {
        if (at !== before) forget();
        return;
      }
      before = null;
      const one = atHand.all().find((each) => each.text === text && "run" in each);
      if (!one) return;
      forget();
      runOf(one);
    };
    const forgotten = setTimeout(() => forget(), patienceMs);
    forget = () => {
      clearTimeout(forgotten);
      listeners.delete(look);
    };
    listeners.add(look);
    look();
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

/** Offers these in Ctrl+K as long as the part that shows them is there. */
export function useAtHand(offered: readonly AtHand[]): void {
  const latest = useRef(offered);
  latest.current = offered;
  const names = offered.map(({ text }) => text).join("\n");
  // biome-ignore lint/correctness/useExhaustiveDependencies: told anew when it offers something else
  useEffect(() => atHand.add(() => latest.current.map(current(latest))), [names]);
}

/** What is done is what the part would do then, not when it was told of. */
const current =
  (latest: { current: readonly AtHand[] }) =>
  (one: AtHand, at: number): AtHand =>
    "to" in one ? one : { ...one, run: () => runOf(latest.current[at]) };
function runOf(one: AtHand | undefined): void {
  if (one && "run" in one) one.run();
}
