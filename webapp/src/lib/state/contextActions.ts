import { useEffect, useRef } from "react";
import { createListeners } from "./store";

/**
 * A contextual action: a tab of the open record or an action of the screen, offered by Ctrl+K next to the screens.
 * Those of the frame are `everywhere`, and offered only if they match the typed words.
 */
export type ContextAction = { text: string; everywhere?: boolean } & ({ to: string } | { run: () => void });

const parts = new Map<object, () => readonly ContextAction[]>();
const changes = createListeners();
const patienceMs = 15_000;
/** Cancels the action started last. */
let forget: () => void = () => undefined;
let cachedActions: readonly ContextAction[] | null = null;
function changed() {
  cachedActions = null;
  changes.notify();
}

export const contextActions = {
  /** Offer actions until the returned function is called. */
  add(getActions: () => readonly ContextAction[]): () => void {
    const place = {};
    parts.set(place, getActions);
    changed();
    return () => {
      parts.delete(place);
      changed();
    };
  },
  /** All actions of the current screen, in order of registration, without duplicate names. */
  get(): readonly ContextAction[] {
    if (cachedActions) return cachedActions;
    const named = new Map<string, ContextAction>();
    for (const action of [...parts.values()].flatMap((getActions) => getActions()))
      if (!named.has(action.text)) named.set(action.text, action);
    cachedActions = [...named.values()];
    return cachedActions;
  },
  /**
   * Run the action of that name on the screen at this path as soon as the screen offers it. It is dropped after a
   * timeout, on any other screen, and when another action starts.
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
      const action = contextActions.get().find((each) => each.text === text && "run" in each);
      if (!action) return;
      forget();
      runOf(action);
    };
    const forgotten = setTimeout(() => forget(), patienceMs);
    const stop = changes.subscribe(look);
    forget = () => {
      clearTimeout(forgotten);
      stop();
    };
    look();
  },
  subscribe: changes.subscribe,
};

/** Offer these actions in Ctrl+K while the component is mounted. */
export function useContextActions(offered: readonly ContextAction[]): void {
  const latest = useRef(offered);
  latest.current = offered;
  const names = offered.map(({ text }) => text).join("\n");
  // biome-ignore lint/correctness/useExhaustiveDependencies: register again when the offered names change
  useEffect(() => contextActions.add(() => latest.current.map(current(latest))), [names]);
}

/** Run the current version of the action, not the one from its registration. */
const current =
  (latest: { current: readonly ContextAction[] }) =>
  (action: ContextAction, at: number): ContextAction =>
    "to" in action ? action : { ...action, run: () => runOf(latest.current[at]) };
function runOf(action: ContextAction | undefined): void {
  if (action && "run" in action) action.run();
}
