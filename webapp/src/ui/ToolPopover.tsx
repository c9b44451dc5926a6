import { Button, PopoverNext, PopupKind } from "@blueprintjs/core";
import { type KeyboardEvent, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { Icon, type IconName } from "./Icon";
import css from "./ToolPopover.module.css";

interface Props {
  icon: IconName;
  label: string;
  /** What is chosen in it now. */
  value?: string | undefined;
  placement?: "bottom-start" | "bottom-end";
  onClosed?: () => void;
  children: (close: () => void) => ReactNode;
}

/** A quiet button with more to choose behind it, fetched when it is opened. Escape and leaving it by Tab close it. */
export function ToolPopover({ icon, label, value, placement = "bottom-end", onClosed, children }: Props) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  function close() {
    setOpen(false);
    button.current?.focus();
    onClosed?.();
  }
  return (
    <PopoverNext
      content={
        <Suspense fallback={<div className={css.panel} />}>
          <Inside label={label} onLeave={close}>
            {children(close)}
          </Inside>
        </Suspense>
      }
      isOpen={open}
      onInteraction={(next) => (next ? setOpen(true) : close())}
      placement={placement}
      arrow={false}
      animation="minimal"
      popupKind={PopupKind.DIALOG}
      enforceFocus={false}
      autoFocus={false}
      canEscapeKeyClose={false}
      shouldReturnFocusOnClose={false}
    >
      <Button
        ref={button}
        variant="minimal"
        size="small"
        icon={<Icon name={icon} />}
        endIcon={<Icon name="open" />}
        text={value ?? label}
        {...(value && { "aria-label": `${label}: ${value}` })}
      />
    </PopoverNext>
  );
}

const stops = "a, button:not(:disabled), input:not(:disabled)";

function Inside({ label, onLeave, children }: { label: string; onLeave: () => void; children: ReactNode }) {
  const place = useRef<HTMLFieldSetElement>(null);
  // Once what is in it is there: it may have had to be fetched.
  useEffect(() => place.current?.querySelector<HTMLElement>(stops)?.focus({ preventScroll: true }), []);
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    // A dialog that was opened from it has keys of its own.
    if (!event.currentTarget.contains(event.target as Node)) return;
    const all = event.currentTarget.querySelectorAll(stops);
    const edge = all[event.shiftKey ? 0 : all.length - 1];
    if (event.key !== "Escape" && !(event.key === "Tab" && event.target === edge)) return;
    if (event.key === "Escape" || event.shiftKey) event.preventDefault();
    event.stopPropagation();
    onLeave();
  }
  return (
    <fieldset ref={place} aria-label={label} className={css.panel} onKeyDown={onKeyDown}>
      {children}
    </fieldset>
  );
}
