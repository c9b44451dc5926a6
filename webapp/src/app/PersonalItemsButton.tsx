import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { formatNumber } from "@/lib/format/numbers";
import { useStore } from "@/lib/state/store";
import { personalCount } from "@/screens/today/shared/dueCounts";
import { IconButton } from "@/ui/icons/IconButton";
import { lazyPart } from "@/ui/lazy/lazyPart";
import type { MenuEntry } from "@/ui/menu/ActionMenu";
import { Popover } from "@/ui/menu/Popover";
import css from "./dot.module.css";
import { paths } from "./paths";

const PersonalItems = lazyPart(() => import("@/screens/today/shared/PersonalItems"), ["today"], "PersonalItems");

/** Button with the mentions of the user and the due follow-ups, with a dot if there are any. */
export function PersonalItemsButton() {
  const label = useLabel();
  // Room for the button, so that the search field does not move when the counts arrive.
  if (!label) return <div className={css.reserved} />;
  return (
    <div className={css.place}>
      <Popover placement="bottom-end" target={(button) => <IconButton ref={button} icon="notes" label={label.text} />}>
        {(close) => (
          <Suspense fallback={<div />}>
            <PersonalItems onClose={close} />
          </Suspense>
        )}
      </Popover>
      {label.count > 0 && <span className={css.dot} aria-hidden="true" />}
    </div>
  );
}

/** Entry of the account menu that replaces the button in windows without room for it. */
export function usePersonalItemsMenu(navigate: (to: string) => void): MenuEntry[] {
  const label = useLabel();
  return label ? [{ key: "personal", text: label.text, icon: "notes", onSelect: () => navigate(paths.today()) }] : [];
}

/** Count and accessible name. Null until the counts are read, with which the texts of Today load, and without them. */
function useLabel() {
  const { i18n } = useTranslation();
  const personal = useStore(personalCount);
  if (!personal) return null;
  const { count, capped } = personal;
  const formatted = `${formatNumber(count)}${capped ? "+" : ""}`;
  // `useTranslation("today")` would load the texts with the first screen.
  const t = i18n.getFixedT(null, "today");
  const text = count > 0 ? t("personal.waiting", { count, formatted }) : t("personal.open");
  return { count, text };
}
