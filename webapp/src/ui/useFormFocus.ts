import { type RefObject, useEffect, useRef } from "react";

const fields = "input:not([type=hidden]), textarea, select";
const focusFirst = (form: HTMLElement | null, which = fields) =>
  form?.querySelector<HTMLElement>(which)?.focus({ preventScroll: true });

/**
 * Focus of a form that stands above the list it edits. When a record comes in, the form scrolls into view and its first
 * field has the focus. When it leaves, the focus returns to what opened it. After adding a record, the first field is
 * next.
 *
 * By the DOM, not by the form library: its `setFocus` does nothing until the render after a `reset`.
 */
export function useFormFocus(editing: string | number | null, busy: boolean): RefObject<HTMLFormElement | null> {
  const place = useRef<HTMLFormElement>(null);
  const wasBusy = useRef(false);
  useEffect(() => {
    if (editing === null) return;
    const opener = document.activeElement;
    const form = place.current;
    focusFirst(form);
    form?.scrollIntoView({ block: "nearest" });
    return () => {
      const focused = document.activeElement;
      // Another row's button, for example, has been pressed.
      if (focused !== document.body && !form?.contains(focused)) return;
      const isThere = opener instanceof HTMLElement && opener !== document.body && opener.isConnected;
      const next = isThere ? opener : document.querySelector<HTMLElement>("h1");
      next?.focus();
    };
  }, [editing]);
  useEffect(() => {
    // A busy button cannot keep the focus.
    if (wasBusy.current && !busy && document.activeElement === document.body) {
      const isWrong = place.current?.querySelector('[aria-invalid="true"]') != null;
      focusFirst(place.current, isWrong ? '[aria-invalid="true"]' : fields);
    }
    wasBusy.current = busy;
  }, [busy]);
  return place;
}
