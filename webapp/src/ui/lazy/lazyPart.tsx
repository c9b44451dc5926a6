import type { TypeOptions } from "i18next";
import { type ComponentType, createElement, type FunctionComponent, lazy, Suspense, useState } from "react";
import { fetchTexts } from "@/i18n/textLoader";
import { reloadFailedStyles } from "@/lib/browser/failedStyles";
import { ImportFailed } from "@/lib/browser/fetchFirst";
import { LoadBoundary, LoadFailed, type OnFailure } from "./LoadBoundary";

/** What a part loads: its chunk and its texts. `fetch` loads both. */
export interface PartFiles {
  load?: () => Promise<unknown>;
  texts: readonly string[];
  fetch: () => Promise<unknown>;
}
/** A component that loads on first render, or earlier with `fetch`. */
export type LazyPart<Props> = FunctionComponent<Props> & PartFiles;

type Texts = readonly (keyof TypeOptions["resources"])[];
type PropsOf<Part> = Part extends ComponentType<infer Props> ? Props : never;

/**
 * A component in a separate chunk, loaded together with its texts. If either fails to load, only this component fails
 * (`LoadBoundary`), and each retry requests the missing files. Parts that show failures in place suspend while
 * loading; the others render nothing. `component` is the name of the component in its chunk, or a function that builds it.
 */
export function lazyPart<Area, Name extends keyof Area>(
  load: () => Promise<Area>,
  texts: Texts,
  component: Name,
  onFailure?: OnFailure,
): LazyPart<PropsOf<Area[Name]>>;
export function lazyPart<Area, Props extends object>(
  load: () => Promise<Area>,
  texts: Texts,
  component: (area: Area) => ComponentType<Props>,
  onFailure?: OnFailure,
): LazyPart<Props>;
export function lazyPart<Area, Props extends object>(
  load: () => Promise<Area>,
  texts: Texts,
  component: keyof Area | ((area: Area) => ComponentType<Props>),
  onFailure: OnFailure = "place",
): LazyPart<Props> {
  let loaded: ComponentType<Props> | undefined;
  let needsReload = false;
  let failed = false;
  async function fetch() {
    try {
      // The build's loader requests a style sheet once, and the next import would succeed without it.
      if (failed) await reloadFailedStyles();
      const [area] = await Promise.all([load(), fetchTexts(texts)]);
      loaded ??= typeof component === "function" ? component(area) : (area[component] as ComponentType<Props>);
      failed = false;
    } catch (error) {
      failed = true;
      needsReload = error instanceof ImportFailed;
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
          const element = createElement(ready ?? attempt, props);
          return onFailure === "place" ? element : <Suspense>{element}</Suspense>;
        }}
      </LoadBoundary>
    );
  }
  return Object.assign(Part, { fetch, load, texts });
}
