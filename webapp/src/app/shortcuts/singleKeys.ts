import { preferences } from "@/lib/state/preferences";

/**
 * Setting for single-key shortcuts. People can turn them off because of speech input and accidental keys (WCAG 2.1.4).
 */
export const singleKeys = {
  on: (): boolean => preferences.get("keys") !== "off",
  choose: (on: boolean): void => preferences.set("keys", on ? "on" : "off"),
};
