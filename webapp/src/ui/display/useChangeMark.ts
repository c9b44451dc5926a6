import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { changeMarks } from "@/api/changeMarks";
import { recordMarkMs } from "@/api/gen/constants";

/** Text of an element without its marks; a switch has its state as `data-text`. The parts are separated, as the browser shows them. */
function readText(element: HTMLElement): string {
  const parts: string[] = [];
  const walk = (node: Node) => {
    if (node instanceof Text) parts.push(node.data);
    else if (node instanceof HTMLElement && node.dataset.text) parts.push(node.dataset.text);
    else if (!(node instanceof HTMLElement) || node.dataset.was === undefined)
      for (const child of node.childNodes) walk(child);
  };
  walk(element);
  return parts.join(" ").replace(/\s+/g, " ").trim();
}

type Values = Readonly<Record<string, string>>;
const none: Values = {};

/**
 * Earlier values of the parts of an element that a colleague has just changed, by their names. They are returned for 30
 * seconds on screen, or until the user has pointed at the element or focused it. `read` returns the current values.
 */
function useChangeMarks(element: RefObject<HTMLElement | null>, read: () => Values): Values {
  const last = useRef<Values>(undefined);
  const [marks, setMarks] = useState(none);
  // After each render, because only the drawn values can be compared.
  useLayoutEffect(() => {
    const [before, now] = [last.current, read()];
    last.current = now;
    if (!before || !changeMarks.isOpen()) return;
    const changed = Object.entries(before).filter(([name, value]) => name in now && now[name] !== value);
    if (changed.length > 0) setMarks((earlier) => ({ ...Object.fromEntries(changed), ...earlier }));
  });
  useEffect(() => {
    const shown = element.current;
    if (marks === none || !shown) return undefined;
    const clear = () => setMarks(none);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const start = () => {
      if (!document.hidden) timer ??= setTimeout(clear, recordMarkMs);
    };
    start();
    document.addEventListener("visibilitychange", start);
    shown.addEventListener("pointerleave", clear);
    shown.addEventListener("focusout", clear);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", start);
      shown.removeEventListener("pointerleave", clear);
      shown.removeEventListener("focusout", clear);
    };
  }, [marks, element]);
  return marks;
}

/**
 * Earlier value of an element that shows one value, while it is marked. `value` replaces its text; null means that the
 * value is not loaded.
 */
export function useChangeMark<Shown extends HTMLElement>(value?: string | null) {
  const ref = useRef<Shown>(null);
  const { was } = useChangeMarks(ref, () =>
    ref.current && value !== null ? { was: value ?? readText(ref.current) } : none,
  );
  return { ref, was };
}

/** Earlier values of the columns of a row, by their headers. */
export function useRowMarks() {
  const ref = useRef<HTMLTableRowElement>(null);
  const marks = useChangeMarks(ref, () => {
    const cells = ref.current?.querySelectorAll<HTMLElement>("[data-header]") ?? [];
    return Object.fromEntries([...cells].map((cell) => [cell.dataset.header, readText(cell)]));
  });
  return { ref, marks };
}
