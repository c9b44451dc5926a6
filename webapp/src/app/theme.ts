import { preferences } from "@/lib/state/preferences";
import { createStore, useStore } from "@/lib/state/store";

type Theme = "light" | "dark";

// Read once and then follow events. Reading `matches` between a change of the system and its event makes Chromium drop
// the event, and the page would keep its old colours.
const system = matchMedia("(prefers-color-scheme: dark)");
let systemIsDark = system.matches;
const store = createStore(current());

// index.html reads the cookie before the first paint.
function current(): Theme {
  const chosen = preferences.get("theme");
  return chosen === "light" || chosen === "dark" ? chosen : systemIsDark ? "dark" : "light";
}

function apply() {
  store.set(current());
  document.documentElement.classList.toggle("bp6-dark", store.get() === "dark");
}
system.addEventListener("change", ({ matches }) => {
  systemIsDark = matches;
  apply();
});

export function chooseTheme(theme: Theme) {
  preferences.set("theme", theme);
  apply();
}

export const useTheme = (): Theme => useStore(store);
