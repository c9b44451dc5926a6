import { Classes, PopoverNext, PopupKind } from "@blueprintjs/core";
import {
  type ReactElement,
  type KeyboardEvent as ReactKeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from "react";
import css from "./Popover.module.css";
import { useIgnoreHeldKeys } from "./useIgnoreHeldKeys";

interface Props {
  /** The element that opens the popup and gets the focus back. */
  target: (button: RefObject<HTMLButtonElement | null>, open: boolean) => ReactElement;
  menu?: boolean;
  placement?: "bottom-start" | "bottom-end";
  /** Class of the element around the target. */
  className?: string | undefined;
  children: (close: () => void) => ReactElement;
}

/**
 * Popup behind a button. We move the focus in and out at once. Blueprint returns it only after its animation, when
 * another popup may already be open.
 */
export function Popover({ target, menu = false, placement = "bottom-start", className = "", children }: Props) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Reopened while fading out: Blueprint does not call its open handler then.
    if (open && content.current) enter(content.current);
  }, [open]);
  function close() {
    setOpen(false);
    button.current?.focus();
  }
  useEffect(() => {
    const place = button.current;
    if (!open || !place) return;
    // The focus is still on the button while the content loads.
    function onKeyDown(event: KeyboardEvent) {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
    }
    place.addEventListener("keydown", onKeyDown);
    return () => place.removeEventListener("keydown", onKeyDown);
  }, [open]);
  return (
    <PopoverNext
      content={children(close)}
      popoverRef={content}
      isOpen={open}
      onInteraction={setOpen}
      placement={placement}
      arrow={false}
      animation="minimal"
      className={className}
      popupKind={menu ? PopupKind.MENU : PopupKind.DIALOG}
      autoFocus={false}
      enforceFocus={false}
      canEscapeKeyClose={false}
      shouldReturnFocusOnClose={false}
      onOpening={enter}
    >
      {target(button, open)}
    </PopoverNext>
  );
}

interface PanelProps {
  label: string;
  className: string | undefined;
  onLeave: () => void;
  children: ReactNode;
}

const stops = "a, button, input, select";
/** Tab stops in order. */
const stopsOf = (within: ParentNode) =>
  [...within.querySelectorAll<HTMLElement>(stops)].filter((stop) => stop.tabIndex >= 0 && !stop.matches(":disabled"));

/** Focus the chosen entry of a menu, or the first control of a popup, unless one of its controls has the focus. */
function enter(within: HTMLElement) {
  if (within.contains(document.activeElement)) return;
  const stop = within.querySelector<HTMLElement>("[role=menuitemradio][aria-checked=true]") ?? stopsOf(within)[0];
  stop?.focus({ preventScroll: true });
}

/**
 * Hide a focus in a popup from Blueprint's dialogs. An open dialog listens on the document and takes the focus back
 * from anything outside it. Popups of its fields are outside, at the end of the page.
 */
function hideFocus(event: FocusEvent) {
  const isInPopup = event.target instanceof Element && event.target.closest(`.${Classes.POPOVER}`);
  if (isInPopup && document.querySelector("[role$=dialog][aria-modal=true]")) event.stopImmediatePropagation();
}
window.addEventListener("focus", hideFocus, true);

/**
 * Content of most popups. It is rendered at the end of the page, so Escape and Tab from its edge continue at its
 * button.
 */
export function PopoverPanel({ label, className = "", onLeave, children }: PanelProps) {
  const place = useRef<HTMLFieldSetElement>(null);
  const keys = useIgnoreHeldKeys();
  // The content may load after the popup has opened.
  useEffect(() => {
    if (place.current) enter(place.current);
  }, []);
  function onKeyDown(event: ReactKeyboardEvent<HTMLElement>) {
    // A dialog opened from the popup and an input method handle their own keys.
    if (!event.currentTarget.contains(event.target as Node) || event.nativeEvent.isComposing) return;
    const edge = stopsOf(event.currentTarget).at(event.shiftKey ? 0 : -1);
    if (event.key !== "Escape" && !(event.key === "Tab" && event.target === edge)) return;
    // Tab continues after the button; Shift+Tab stays on it.
    if (event.key === "Escape" || event.shiftKey) event.preventDefault();
    event.stopPropagation();
    onLeave();
  }
  return (
    <fieldset ref={place} aria-label={label} className={`${css.panel} ${className}`} onKeyDown={onKeyDown} {...keys}>
      {children}
    </fieldset>
  );
}
