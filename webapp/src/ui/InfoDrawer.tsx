import { Button, Drawer } from "@blueprintjs/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "./Icon";
import css from "./InfoDrawer.module.css";
import { useFocusBack } from "./useFocusBack";
import { useOwnKeys } from "./useOwnKeys";

interface Props {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** Slides in from the right beside what is on screen, to be read; a click beside it or Escape closes it. */
export function InfoDrawer({ title, onClose, children }: Props) {
  const { t } = useTranslation();
  useFocusBack();
  const keys = useOwnKeys();
  return (
    <Drawer
      isOpen
      position="right"
      size="min(440px, 100vw)"
      shouldReturnFocusOnClose={false}
      onClose={onClose}
      transitionDuration={120}
    >
      {/* Blueprint's drawer is no dialog to who listens. */}
      <div role="dialog" aria-modal="true" aria-label={title} className={css.drawer} {...keys}>
        <div className={css.head}>
          <h2>{title}</h2>
          <Button variant="minimal" icon={<Icon name="close" />} aria-label={t("close")} onClick={onClose} />
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard */}
        <div className={css.body} tabIndex={0}>
          {children}
        </div>
      </div>
    </Drawer>
  );
}
