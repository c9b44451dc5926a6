import { type RefObject, useEffect, useRef } from "react";

const fields = "input:not([type=hidden]), textarea, select";
const focusFirst = (form: HTMLElement | null, which = fields) =>
  form?.querySelector<HTMLElement>(which)?.focus({ preventScroll: true });

/**
 * Focus of a form above the list that it edits. A new record scrolls the form into view and focuses its first field.
 * On leaving, the focus returns to the element that opened it. After adding a record, the first field gets the focus.
 * Uses the DOM, because the form library's `setFocus` has no effect until the render after a `reset`.
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
      // For example, the user has pressed the button of another row.
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
