import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Words } from "./eventText";

/** Texts for events as sentences, in the user's language. */
export function useEventWords(): Words {
  const { t: audit } = useTranslation("audit");
  const { t: modules } = useTranslation("modules");
  return useMemo(() => {
    const [names, flags] = [modules("names", { returnObjects: true }), modules("flags", { returnObjects: true })];
    return { ...audit("story", { returnObjects: true }), modules: { ...names, ...flags } };
  }, [audit, modules]);
}
