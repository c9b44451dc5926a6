import { Drawer } from "@blueprintjs/core";
import { type ReactNode, useRef } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../icons/IconButton";
import { useIgnoreHeldKeys } from "../menu/useIgnoreHeldKeys";
import css from "./InfoDrawer.module.css";
import { useEscapeFromBody } from "./useEscapeFromBody";
import { useRestoreFocus } from "./useRestoreFocus";

interface Props {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** Drawer that slides in from the right with content to read; a click outside or Escape closes it. */
export function InfoDrawer({ title, onClose, children }: Props) {
  const { t } = useTranslation();
  useRestoreFocus();
  const keys = useIgnoreHeldKeys();
  const place = useRef<HTMLDivElement>(null);
  useEscapeFromBody(place, onClose);
  return (
    <Drawer
      isOpen
      position="right"
      size="min(440px, 100vw)"
      shouldReturnFocusOnClose={false}
      onClose={onClose}
      transitionDuration={120}
    >
      {/* Blueprint's drawer has no dialog role for screen readers. */}
      <div ref={place} role="dialog" aria-modal="true" aria-label={title} className={css.drawer} {...keys}>
        <div className={css.head}>
          <h2>{title}</h2>
          <IconButton icon="close" label={t("close")} onClick={onClose} />
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it */}
        <div className={css.body} tabIndex={0}>
          {children}
        </div>
      </div>
    </Drawer>
  );
}
