import { tastes } from "@/lib/tastes";

/** Whether dialogs have the button "Show as command". Few people need it, so it is off until chosen (decision 421). */
export const inDialogs = {
  on: (): boolean => tastes.get("commands") === "on",
  choose: (on: boolean): void => tastes.keep("commands", on ? "on" : "off"),
};
