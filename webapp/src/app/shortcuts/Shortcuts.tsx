import { useTranslation } from "react-i18next";
import { useGuardedNavigate } from "@/lib/hooks/useLinkGuard";
import { lazyPart } from "@/ui/lazy/lazyPart";
import css from "./Shortcuts.module.css";
import { type NavLabel, shortcutMap } from "./shortcutMap";
import { useShortcuts } from "./useShortcuts";

const ShortcutsDialog = lazyPart(() => import("./ShortcutsDialog"), ["shortcuts"], "ShortcutsDialog", "dialog");

interface Props {
  /** The screens that this account may open. */
  places: readonly { to: string; name: string; label: NavLabel }[];
  sheet: boolean;
  onSheet: (open: boolean) => void;
  onPalette: () => void;
}

/** Keyboard shortcuts with their dialog and the hint that `g` waits for a letter. */
export function Shortcuts({ places, sheet, onSheet, onPalette }: Props) {
  const { t } = useTranslation();
  const navigate = useGuardedNavigate();
  const lettered = places.flatMap((place) => {
    const letter = shortcutMap[place.label];
    return letter ? [{ ...place, letter }] : [];
  });
  const waiting = useShortcuts({
    openPalette: onPalette,
    openSheet: () => onSheet(true),
    goTo(letter) {
      const place = lettered.find((entry) => entry.letter === letter);
      if (place) navigate(place.to);
    },
  });
  return (
    <>
      <div className={css.hint} aria-live="polite">
        {waiting && t("shortcuts.waiting")}
      </div>
      {sheet && <ShortcutsDialog places={lettered} onClose={() => onSheet(false)} />}
    </>
  );
}
