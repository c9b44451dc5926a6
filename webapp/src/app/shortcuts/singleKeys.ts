import { tastes } from "@/lib/tastes";

/** Keys that do something by themselves can be switched off: speech input types letters, and hands slip (WCAG 2.1.4). */
export const singleKeys = {
  on: (): boolean => tastes.get("keys") !== "off",
  choose: (on: boolean): void => tastes.keep("keys", on ? "on" : "off"),
};
