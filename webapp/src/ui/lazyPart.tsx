import type { TypeOptions } from "i18next";
import { type ComponentType, createElement, lazy, Suspense } from "react";
import { fetchTexts } from "@/i18n/fetching";
import { reloadFailedStyles } from "@/lib/failedStyles";
import { areImportsGuarded } from "@/lib/fetchFirst";
import { LoadBoundary, LoadFailed, type OnFailure } from "./LoadBoundary";

/** A component that is fetched when it is first drawn, or earlier by `fetch`. */
export type LazyPart<Props> = ComponentType<Props> & { fetch: () => Promise<unknown> };

/**
 * A component in a separate file of the build, loaded together with the texts it needs. If either fails to load, only
 * this component fails (`LoadBoundary`), and each retry requests what is missing.
 *
 * A part that shows its failure in place is awaited by the Suspense around it; the others show nothing until they load.
 */
export function lazyPart<Area, Props extends object>(
  load: () => Promise<Area>,
  texts: readonly (keyof TypeOptions["resources"])[],
  pick: (area: Area) => ComponentType<Props>,
  onFailure: OnFailure = "place",
): LazyPart<Props> {
  let loaded: ComponentType<Props> | undefined;
  let needsReload = false;
  async function fetch() {
    const guarded = areImportsGuarded();
    try {
      const [area] = await Promise.all([load(), fetchTexts(texts)]);
      loaded ??= pick(area);
    } catch (error) {
      // The browser remembers a module that failed without a guard until the page is reloaded.
      needsReload = !guarded;
      throw new LoadFailed(error instanceof Error ? error.message : String(error), { cause: error });
    }
    return { default: loaded };
  }
  // A lazy component that was rejected stays rejected: each attempt needs a new one.
  const begin = () => lazy(fetch) as ComponentType<Props>;
  let attempt = begin();
  async function retry() {
    if (needsReload) return location.reload();
    await reloadFailedStyles().catch(() => undefined);
    attempt = begin();
  }
  function Part(props: Props) {
    const { onClose } = props as { onClose?: () => void };
    return (
      <LoadBoundary onFailure={onFailure} retry={retry} onClose={onClose}>
        {() => {
          // Draw a loaded part directly: React hides the content of a suspended one for a third of a second.
          const part = createElement(loaded ?? attempt, props);
          return onFailure === "place" ? part : <Suspense>{part}</Suspense>;
        }}
      </LoadBoundary>
    );
  }
  return Object.assign(Part, { fetch });
}
