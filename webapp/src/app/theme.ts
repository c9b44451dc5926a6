import { useSyncExternalStore } from "react";

export type Theme = "light" | "dark";

// Kept in a cookie: signing out empties local storage, and a taste is no session state. index.html reads it first.
const year = 365 * 24 * 60 * 60;
const system = matchMedia("(prefers-color-scheme: dark)");
const listeners = new Set<() => void>();

const chosen = () => /(?:^|; )theme=(light|dark)(?:;|$)/.exec(document.cookie)?.[1] as Theme | undefined;
const current = (): Theme => chosen() ?? (system.matches ? "dark" : "light");

function apply() {
  document.documentElement.classList.toggle("bp6-dark", current() === "dark");
  for (const listener of listeners) listener();
}
system.addEventListener("change", apply);

export function chooseTheme(theme: Theme) {
  // biome-ignore lint/suspicious/noDocumentCookie: index.html has to read it before the first paint, synchronously
  document.cookie = `theme=${theme}; path=/; max-age=${year}; samesite=lax`;
  apply();
}

export function useTheme(): Theme {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, current);
}
