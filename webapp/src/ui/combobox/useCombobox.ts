import { type KeyboardEvent, type MouseEvent, useId, useRef, useState } from "react";

interface Settings {
  /** Number of options. */
  count: number;
  /** `isApart` is true with Ctrl or Cmd, which opens links in a new tab. */
  onChoose: (index: number, isApart: boolean) => void;
  /** Called when Enter is pressed and no option is active. */
  onEnter?: (event: KeyboardEvent<HTMLInputElement>) => void;
  /** The list is always shown, in a dialog or popup that handles Escape. */
  inline?: boolean;
  /** The first option is active until an arrow key is pressed, and the arrow keys stop at both ends. */
  autoSelect?: boolean;
}
export type Combobox = ReturnType<typeof useCombobox>;

/**
 * Keys and ARIA attributes of a text field with a list of options (WAI-ARIA's editable combobox with a list). The focus
 * stays in the field. The arrow keys move the active option; Home and End do so after an arrow key, before that they
 * move the caret.
 */
export function useCombobox({ count, onChoose, onEnter, inline = false, autoSelect = false }: Settings) {
  const id = useId();
  const [isOpen, setOpen] = useState(inline);
  /** The option reached by keys, or -1. */
  const [reached, setReached] = useState(-1);
  const element = useRef<HTMLInputElement>(null);
  const shown = isOpen && count > 0;
  const last = count - 1;
  const isReached = shown && reached >= 0 && reached <= last;
  const at = isReached ? reached : autoSelect && shown ? 0 : -1;

  /** Show the options, none of them reached. */
  function open() {
    setOpen(true);
    setReached(-1);
  }
  function close() {
    setOpen(inline);
    setReached(-1);
  }
  function choose(index: number, { ctrlKey, metaKey }: { ctrlKey: boolean; metaKey: boolean }) {
    if (!inline) close();
    onChoose(index, ctrlKey || metaKey);
  }
  function targetOf(key: string): number | undefined {
    if (key === "ArrowDown") return shown ? at + 1 : 0;
    if (key === "ArrowUp") return shown ? at - 1 : last;
    if (isReached && key === "Home") return 0;
    return isReached && key === "End" ? last : undefined;
  }
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    // An input method handles its own keys.
    if (event.nativeEvent.isComposing) return;
    const target = targetOf(event.key);
    if (target !== undefined) {
      event.preventDefault();
      setOpen(true);
      if (autoSelect) setReached(Math.max(0, Math.min(target, last)));
      // Beyond an end no option is active, then follows the other end.
      else setReached(target < -1 ? last : target > last ? -1 : target);
    } else if (event.key === "Enter" && at >= 0) {
      event.preventDefault();
      choose(at, event);
    } else if (event.key === "Enter") {
      onEnter?.(event);
    } else if (event.key === "Escape" && shown && !inline) {
      // Close only the list, not the dialog around it.
      event.stopPropagation();
      close();
    }
  }
  return {
    shown,
    open,
    close,
    /** Return the focus from a button that disappears, and show the options that it loads. */
    reopen: () => {
      open();
      element.current?.focus();
    },
    /** Properties of the field. */
    field: {
      ref: element,
      role: "combobox",
      "aria-expanded": shown,
      "aria-autocomplete": "list",
      "aria-controls": shown ? `${id}list` : undefined,
      "aria-activedescendant": at >= 0 ? `${id}${at}` : undefined,
      autoComplete: "off",
      onClick: () => setOpen(true),
      onBlur: () => {
        if (!inline) close();
      },
      onKeyDown,
    } as const,
    /** Properties of the list. */
    list: (label: string) => ({ role: "listbox", id: `${id}list`, "aria-label": label }) as const,
    /** Properties of an option. `selected` is its state in a list with a chosen value. */
    option: (index: number, selected = index === at) =>
      ({
        role: "option",
        id: `${id}${index}`,
        "aria-selected": selected,
        "data-at": index === at,
        ref: index === at ? scrollIntoView : undefined,
        onMouseDown: (event: MouseEvent) => {
          // Keeps the focus in the field.
          event.preventDefault();
          choose(index, event);
        },
      }) as const,
  };
}

const scrollIntoView = (option: HTMLElement | null) => option?.scrollIntoView({ block: "nearest" });
