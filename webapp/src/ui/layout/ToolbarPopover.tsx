import { Button } from "@blueprintjs/core";
import { type ReactNode, Suspense } from "react";
import { Icon, type IconName } from "../icons/Icon";
import { Popover, PopoverPanel } from "../menu/Popover";
import css from "./ToolbarPopover.module.css";

interface Props {
  icon: IconName;
  label: string;
  /** The label is only read out and shown on hover. */
  iconOnly?: boolean;
  /** The current choice. */
  value?: string | undefined;
  placement?: "bottom-start" | "bottom-end";
  children: (close: () => void) => ReactNode;
}

/** Button with a popup whose content loads on opening. */
export function ToolbarPopover({ icon, label, iconOnly = false, value, placement = "bottom-end", children }: Props) {
  return (
    <Popover
      placement={placement}
      target={(button) => (
        <Button
          ref={button}
          variant="minimal"
          size="small"
          icon={<Icon name={icon} />}
          {...(iconOnly ? { "aria-label": label, title: label } : { text: value ?? label })}
          {...(value && { "aria-label": `${label}: ${value}` })}
        />
      )}
    >
      {(close) => (
        <Suspense fallback={<div className={css.panel} />}>
          <PopoverPanel label={label} className={css.panel} onLeave={close}>
            {children(close)}
          </PopoverPanel>
        </Suspense>
      )}
    </Popover>
  );
}
