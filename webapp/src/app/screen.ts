import type { TypeOptions } from "i18next";
import type { Access } from "@/api/session";
import type common from "@/i18n/en/common.json";
import type { IconName } from "@/ui/Icon";
import type { LazyPart } from "@/ui/lazyPart";

type NavTexts = (typeof common)["nav"];

export interface Screen {
  path: string;
  access: Access;
  screen: LazyPart<object>;
  /** Its entry in the side navigation: the texts' key below `nav.entries`, the icon, the group if any. */
  nav?: { label: keyof NavTexts["entries"]; icon: IconName; group?: keyof NavTexts["groups"] };
  /** What is begun there, by the text of its button: Ctrl+K begins it from anywhere. */
  starts?: { area: keyof TypeOptions["resources"]; text: string };
  /** The list it belongs to, whose entry is highlighted. */
  under?: string;
  /** The values `:tab` may have. */
  tabs?: readonly string[];
}
