import { act, renderHook } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { createListeners, createStore, useStore } from "./store";

it("notifies its listeners of different values only until they unsubscribe", () => {
  const store = createStore(1);
  const listener = vi.fn();
  const stop = store.subscribe(listener);
  store.set(1);
  expect(listener).not.toHaveBeenCalled();
  store.set(2);
  expect(store.get()).toBe(2);
  expect(listener).toHaveBeenCalledOnce();
  stop();
  store.set(3);
  expect(listener).toHaveBeenCalledOnce();
});

it("renders a component again with the new value", () => {
  const store = createStore<string | null>(null);
  const { result } = renderHook(() => useStore(store));
  act(() => store.set("new"));
  expect(result.current).toBe("new");
});

it("forwards the arguments of a notification", () => {
  const endings = createListeners<[reason: string]>();
  const listener = vi.fn();
  endings.subscribe(listener);
  endings.notify("signedOut");
  expect(listener).toHaveBeenCalledExactlyOnceWith("signedOut");
});
