import { tastes } from "@/lib/preferences";

/** Setting for the button "Show as command" in dialogs. Few people need it, so it is off by default (decision 421). */
export const inDialogs = {
  on: (): boolean => tastes.get("commands") === "on",
  choose: (on: boolean): void => tastes.keep("commands", on ? "on" : "off"),
};
