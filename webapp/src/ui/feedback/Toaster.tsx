import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useStore } from "@/lib/state/store";
import css from "./Toaster.module.css";
import { dismiss, type Toast, toastStore } from "./toast";

/** One notification in the top bar, where it covers neither rows nor buttons. */
export function Toaster() {
  const { t } = useTranslation();
  const notice = useStore(toastStore).at(-1);
  const region = useRef<HTMLElement>(null);
  // Element that had the focus before it moved into a notification; it gets the focus back on closing.
  const before = useRef<Element | null>(null);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      const inside = region.current?.contains(document.activeElement);
      const last = toastStore.get().at(-1);
      // Open dialogs and menus handle Escape first.
      if (!last || (!inside && document.querySelector(openThings))) return;
      dismiss(last.id);
      if (inside) focusBack(before.current);
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);

  function close(id: number) {
    dismiss(id);
    focusBack(before.current);
  }
  return (
    <section
      ref={region}
      className={css.region}
      aria-label={t("notices")}
      onFocus={({ relatedTarget }) => {
        if (!region.current?.contains(relatedTarget)) before.current = relatedTarget;
      }}
    >
      <div role="status">
        {notice && notice.kind !== "error" && <Item key={notice.id} notice={notice} onClose={close} />}
      </div>
      <div role="alert">
        {notice && notice.kind === "error" && <Item key={notice.id} notice={notice} onClose={close} />}
      </div>
    </section>
  );
}

const openThings = "[role=dialog], [role=alertdialog], [role=listbox], [role=menu]";

/** Return the focus, or move it to the heading if the element is gone; never leave it on the body. */
function focusBack(before: Element | null) {
  const target = before instanceof HTMLElement && before.isConnected ? before : document.querySelector("h1");
  target?.focus({ preventScroll: true });
}

function Item({ notice, onClose }: { notice: Toast; onClose: (id: number) => void }) {
  const { t } = useTranslation();
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (notice.lasts === null || held) return;
    const timer = setTimeout(() => dismiss(notice.id), notice.lasts);
    return () => clearTimeout(timer);
  }, [notice, held]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only delays the timeout
    <div
      className={`${css.notice} ${css[notice.kind]}`}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <svg className={css.mark} viewBox="0 0 16 16" aria-hidden="true">
        <path d={marks[notice.kind]} />
      </svg>
      <p>
        {notice.title && <strong>{notice.title} </strong>}
        {notice.record && <strong>{notice.record} </strong>}
        <span>{notice.text}</span>
        {notice.detail && <span className={css.detail}>{notice.detail}</span>}
      </p>
      {notice.offer && (
        <button
          type="button"
          className={css.offer}
          data-offer
          onClick={() => {
            onClose(notice.id);
            notice.offer?.run();
          }}
        >
          {notice.offer.text}
        </button>
      )}
      <button type="button" className={css.close} aria-label={t("dismiss")} onClick={() => onClose(notice.id)}>
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="m4.5 4.5 7 7m0-7-7 7" />
        </svg>
      </button>
    </div>
  );
}

const marks = {
  success: "M3 8.5 6.5 12 13 4.5",
  info: "M8 7.5V12M8 4v.5",
  error: "M8 3.5V9M8 12v.5",
} as const;
