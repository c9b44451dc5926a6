import { PopoverNext, PopupKind } from "@blueprintjs/core";
import { type KeyboardEvent, lazy, type ReactNode, Suspense, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { fetchTexts } from "@/i18n/fetching";
import type { Limits } from "@/lib/dayWords";
import type { Picking } from "../calendar/picking";
import { Icon } from "../Icon";
import css from "./CalendarButton.module.css";

const Calendar = lazy(async () => {
  const [{ Calendar: there }] = await Promise.all([import("../calendar/Calendar"), fetchTexts(["calendar"])]);
  return { default: there };
});

interface Props extends Limits {
  label: string;
  /** The field's own day, whose month is shown first. */
  near: string;
  picking: Picking;
}

/** Opens our calendar, fetched when it is first wanted; what is picked there comes as days. */
export function CalendarButton({ label, near, picking, ...limits }: Props) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const name = t("calendar", { field: label });
  function close() {
    setOpen(false);
    button.current?.focus();
  }
  return (
    <PopoverNext
      content={
        <Inside label={name} onLeave={close}>
          <Suspense fallback={null}>
            <Calendar {...limits} near={near} picking={closing(picking, close)} />
          </Suspense>
        </Inside>
      }
      isOpen={open}
      onInteraction={setOpen}
      placement="bottom-end"
      arrow={false}
      animation="minimal"
      className={css.target ?? ""}
      popupKind={PopupKind.DIALOG}
      enforceFocus={false}
      autoFocus={false}
      canEscapeKeyClose={false}
      shouldReturnFocusOnClose={false}
    >
      <button ref={button} type="button" className={css.button} aria-label={name} aria-expanded={open}>
        <Icon name="calendar" size={14} />
      </button>
    </PopoverNext>
  );
}

/** The same, and closes when something has been picked. */
function closing(picking: Picking, close: () => void): Picking {
  if (picking.kind === "range")
    return {
      ...picking,
      onPick: (start: string, end: string) => {
        close();
        picking.onPick(start, end);
      },
    };
  return {
    ...picking,
    onPick: (day: string) => {
      close();
      picking.onPick(day);
    },
  };
}

const stops = "button:not(:disabled, [tabindex='-1']), select";

/** Escape and leaving it by Tab close it; the focus goes on from its button. */
function Inside({ label, onLeave, children }: { label: string; onLeave: () => void; children: ReactNode }) {
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const all = event.currentTarget.querySelectorAll(stops);
    const edge = all[event.shiftKey ? 0 : all.length - 1];
    if (event.key !== "Escape" && !(event.key === "Tab" && event.target === edge)) return;
    if (event.key === "Escape" || event.shiftKey) event.preventDefault();
    event.stopPropagation();
    onLeave();
  }
  return (
    <fieldset aria-label={label} className={css.panel} onKeyDown={onKeyDown}>
      {children}
    </fieldset>
  );
}
