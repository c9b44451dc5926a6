import type { TypeOptions } from "i18next";
import { type ComponentType, createElement, lazy } from "react";
import type { Access } from "@/api/session";
import type common from "@/i18n/en/common.json";
import { fetchTexts } from "@/i18n/fetching";
import type { IconName } from "@/ui/Icon";

type NavTexts = (typeof common)["nav"];

export interface Screen {
  path: string;
  access: Access;
  screen: Fetched<object>;
  /** Its entry in the side navigation: the texts' key below `nav.entries`, the icon, the group if any. */
  nav?: { label: keyof NavTexts["entries"]; icon: IconName; group?: keyof NavTexts["groups"] };
  /** What is begun there, by the text of its button: Ctrl+K begins it from anywhere. */
  starts?: { area: keyof TypeOptions["resources"]; text: string };
  /** The list it belongs to, whose entry is highlighted. */
  under?: string;
  /** The values `:tab` may have. */
  tabs?: readonly string[];
}

/** A component that is fetched when it is first drawn, or ahead of that. */
export type Fetched<Props> = ComponentType<Props> & { fetch: () => Promise<unknown> };

/** A screen or a tab: one file of the build with the rest of its area's, and beside it the texts it needs. */
export function from<Area, Props extends object>(
  load: () => Promise<Area>,
  texts: readonly (keyof TypeOptions["resources"])[],
  pick: (area: Area) => ComponentType<Props>,
): Fetched<Props> {
  let there: ComponentType<Props> | undefined;
  async function fetch() {
    const [area] = await Promise.all([load(), fetchTexts(texts)]);
    there ??= pick(area);
    return { default: there };
  }
  const Awaited = lazy(fetch) as ComponentType<Props>;
  // What is there is drawn at once: React keeps whatever it has waited for away for a third of a second.
  const Part = (props: Props) => createElement(there ?? Awaited, props);
  return Object.assign(Part, { fetch });
}
