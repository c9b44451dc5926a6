import { type ComponentType, type LazyExoticComponent, lazy } from "react";
import type { Access } from "@/api/session";
import type common from "@/i18n/en/common.json";
import type { IconName } from "@/ui/Icon";

type NavTexts = (typeof common)["nav"];

export interface Screen {
  path: string;
  access: Access;
  screen: LazyExoticComponent<ComponentType>;
  /** Its entry in the side navigation: the texts' key below `nav.entries`, the icon, the group if any. */
  nav?: { label: keyof NavTexts["entries"]; icon: IconName; group?: keyof NavTexts["groups"] };
  /** The list it belongs to, whose entry is highlighted. */
  under?: string;
  /** The values `:tab` may have. */
  tabs?: readonly string[];
}

/** A screen or a tab, fetched with the rest of its area's when the first of them is opened. */
export function from<Area, Props>(load: () => Promise<Area>, pick: (area: Area) => ComponentType<Props>) {
  return lazy(async () => ({ default: pick(await load()) }));
}
