import type { TypeOptions } from "i18next";
import { type ComponentType, createElement, lazy, Suspense, useState } from "react";
import { fetchTexts } from "@/i18n/textLoader";
import { reloadFailedStyles } from "@/lib/failedStyles";
import { areImportsGuarded } from "@/lib/fetchFirst";
import { LoadBoundary, LoadFailed, type OnFailure } from "./LoadBoundary";

/** A component that loads on first render, or earlier with `fetch`. */
export type LazyPart<Props> = ComponentType<Props> & { fetch: () => Promise<unknown> };

/**
 * A component in a separate chunk, loaded together with its texts. If either fails to load, only this component fails
 * (`LoadBoundary`), and each retry requests the missing files. Parts that show failures in place suspend while
 * loading; the others render nothing.
 */
export function lazyPart<Area, Props extends object>(
  load: () => Promise<Area>,
  texts: readonly (keyof TypeOptions["resources"])[],
  pick: (area: Area) => ComponentType<Props>,
  onFailure: OnFailure = "place",
): LazyPart<Props> {
  let loaded: ComponentType<Props> | undefined;
  let needsReload = false;
  let failed = false;
  async function fetch() {
    const guarded = areImportsGuarded();
    try {
      // The build's loader requests a style sheet once, and the next import would succeed without it.
      if (failed) await reloadFailedStyles();
      const [area] = await Promise.all([load(), fetchTexts(texts)]);
      loaded ??= pick(area);
      failed = false;
    } catch (error) {
      failed = true;
      // Browsers remember the failed module of an unguarded import until the page reloads.
      needsReload = !guarded;
      throw new LoadFailed(error instanceof Error ? error.message : String(error), { cause: error });
    }
    return { default: loaded };
  }
  // A rejected lazy component stays rejected, so each attempt needs a new one.
  const begin = () => lazy(fetch) as ComponentType<Props>;
  let attempt = begin();
  async function retry() {
    if (needsReload) return location.reload();
    attempt = begin();
  }
  function Part(props: Props) {
    const { onClose } = props as { onClose?: () => void };
    // One component per mount: another one after the part has loaded would lose its input and its focus.
    const [ready] = useState(() => loaded);
    return (
      <LoadBoundary onFailure={onFailure} retry={retry} onClose={onClose}>
        {() => {
          // Render a loaded part directly, because React hides suspended content for a third of a second.
          const part = createElement(ready ?? attempt, props);
          return onFailure === "place" ? part : <Suspense>{part}</Suspense>;
        }}
      </LoadBoundary>
    );
  }
  return Object.assign(Part, { fetch });
}
