import { useSyncExternalStore } from "react";
import { tastes } from "@/lib/tastes";

export type Theme = "light" | "dark";

const system = matchMedia("(prefers-color-scheme: dark)");
const listeners = new Set<() => void>();

// index.html reads the cookie first, before anything is painted.
function current(): Theme {
  const chosen = tastes.get("theme");
  return chosen === "light" || chosen === "dark" ? chosen : system.matches ? "dark" : "light";
}

function apply() {
  document.documentElement.classList.toggle("bp6-dark", current() === "dark");
  for (const listener of listeners) listener();
}
system.addEventListener("change", apply);

export function chooseTheme(theme: Theme) {
  tastes.keep("theme", theme);
  apply();
}

export function useTheme(): Theme {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, current);
}
