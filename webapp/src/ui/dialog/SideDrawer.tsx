import { Drawer } from "@blueprintjs/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../icons/IconButton";
import { useIgnoreHeldKeys } from "../menu/useIgnoreHeldKeys";
import css from "./SideDrawer.module.css";

/** Drawer that slides in from the left on small screens; a click outside or Escape closes it. */
export function SideDrawer({ label, onClose, children }: { label: string; onClose: () => void; children: ReactNode }) {
  const { t } = useTranslation();
  const keys = useIgnoreHeldKeys();
  return (
    <Drawer isOpen position="left" size="272px" onClose={onClose} aria-label={label} transitionDuration={120}>
      <div className={css.inside} {...keys}>
        <div className={css.head}>
          <strong>{t("brand")}</strong>
          <IconButton icon="close" label={t("nav.close")} onClick={onClose} />
        </div>
        {children}
      </div>
    </Drawer>
  );
}
