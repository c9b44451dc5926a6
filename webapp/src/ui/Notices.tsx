import { useEffect, useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import css from "./Notices.module.css";
import { dismiss, type Notice, noticeStore } from "./notify";

/** The notifications, over the middle of the top bar: there they cover neither rows nor buttons. */
export function Notices() {
  const { t } = useTranslation();
  const notices = useSyncExternalStore(noticeStore.subscribe, noticeStore.get);
  return (
    <section className={css.region} aria-label={t("notices")}>
      <div role="status">
        {notices.map((notice) => notice.kind !== "error" && <Item key={notice.id} notice={notice} />)}
      </div>
      <div role="alert">
        {notices.map((notice) => notice.kind === "error" && <Item key={notice.id} notice={notice} />)}
      </div>
    </section>
  );
}

function Item({ notice }: { notice: Notice }) {
  const { t } = useTranslation();
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (notice.lasts === null || held) return;
    const timer = setTimeout(() => dismiss(notice.id), notice.lasts);
    return () => clearTimeout(timer);
  }, [notice, held]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at it only keeps it from leaving
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
        {notice.text}
      </p>
      <button type="button" className={css.close} aria-label={t("dismiss")} onClick={() => dismiss(notice.id)}>
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
