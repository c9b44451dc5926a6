import { preferences } from "@/lib/state/preferences";

/** Setting for the button "Show as command" in dialogs. Few people need it, so it is off by default (decision 421). */
export const snippetPreference = {
  on: (): boolean => preferences.get("commands") === "on",
  choose: (on: boolean): void => preferences.set("commands", on ? "on" : "off"),
};
