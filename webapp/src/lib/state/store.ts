import { useSyncExternalStore } from "react";

/** Functions to call after a change. `subscribe` returns the function that removes its listener. */
export function createListeners<Args extends unknown[] = []>() {
  const listeners = new Set<(...args: Args) => void>();
  return {
    subscribe(listener: (...args: Args) => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    notify(...args: Args) {
      for (const listener of listeners) listener(...args);
    },
  };
}

/** A value outside of React, such as one that requests set. Setting an equal value notifies no listener. */
export function createStore<Value>(initial: Value) {
  const { subscribe, notify } = createListeners();
  let value = initial;
  return {
    get: () => value,
    set(next: Value) {
      if (Object.is(next, value)) return;
      value = next;
      notify();
    },
    subscribe,
  };
}

interface Readable<Value> {
  get: () => Value;
  subscribe: (listener: () => void) => () => void;
}

/** Return the value of a store, and render again when it changes. `get` must return the same value until then. */
export const useStore = <Value>({ subscribe, get }: Readable<Value>): Value => useSyncExternalStore(subscribe, get);
