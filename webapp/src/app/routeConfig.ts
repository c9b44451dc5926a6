import type { TypeOptions } from "i18next";
import type { Access } from "@/api/session";
import type common from "@/i18n/en/common.json";
import type { RouteIcon } from "@/ui/icons/Icon";
import type { LazyPart, PartFiles } from "@/ui/lazy/lazyPart";

type NavTexts = (typeof common)["nav"];

export interface Screen {
  path: string;
  access: Access;
  screen: LazyPart<object>;
  /** Request its data as soon as its code is loaded, before it renders. */
  readAhead?: (params: Readonly<Record<string, string | undefined>>) => Promise<void>;
  /**
   * Entry in the side navigation: text key under `nav.entries`, icon (one of Blueprint if nothing else uses it) and
   * optional group. Those of the group `account` are in the account menu instead, those of `today` are tabs of Today.
   * Ctrl+K finds all.
   */
  nav?: { label: keyof NavTexts["entries"]; icon: RouteIcon; group?: keyof NavTexts["groups"] | "account" | "today" };
  /** Actions of this screen by button text; Ctrl+K starts them from any screen. */
  starts?: { area: keyof TypeOptions["resources"]; text: string };
  /** The list whose navigation entry is highlighted. */
  under?: string;
  /** Allowed values of `:tab`. */
  tabs?: readonly string[];
  /** Content of each tab. */
  contents?: Readonly<Record<string, PartFiles>>;
  /** Other parts of the screen, fetched with it although it renders without them. */
  parts?: readonly PartFiles[];
}
