import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import type { Limits } from "@/lib/time/naturalDates";
import { Icon } from "../icons/Icon";
import { lazyPart } from "../lazy/lazyPart";
import { Popover, PopoverPanel } from "../menu/Popover";
import css from "./CalendarButton.module.css";
import type { CalendarSelection } from "./calendarSelection";

const Calendar = lazyPart(() => import("./Calendar"), ["calendar"], "Calendar");

interface Props extends Limits {
  label: string;
  /** The field's day, whose month is shown first. */
  near: string;
  picking: CalendarSelection;
}

/** Button that opens the calendar, which loads on first use; picked days are returned as strings. */
export function CalendarButton({ label, near, picking, ...limits }: Props) {
  const { t } = useTranslation();
  const name = t("calendar", { field: label });
  return (
    <Popover
      placement="bottom-end"
      className={css.target}
      target={(button, open) => (
        <button ref={button} type="button" className={css.button} aria-label={name} aria-expanded={open}>
          <Icon name="calendar" size={14} />
        </button>
      )}
    >
      {(close) => (
        <PopoverPanel label={name} className={css.panel} onLeave={close}>
          <Suspense fallback={null}>
            <Calendar {...limits} near={near} picking={closing(picking, close)} />
          </Suspense>
        </PopoverPanel>
      )}
    </Popover>
  );
}

/** The same selection mode, which closes the popup after a choice. */
function closing(picking: CalendarSelection, close: () => void): CalendarSelection {
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
