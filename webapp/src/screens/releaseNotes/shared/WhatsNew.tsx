import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { components } from "@/api/gen/schema";
import { dayOf, formatDay } from "@/lib/time/dates";
import { InfoDrawer } from "@/ui/dialog/InfoDrawer";
import { Tool } from "@/ui/layout/Toolbar";
import css from "./WhatsNew.module.css";

interface Props {
  /** Null until they are loaded. */
  notes: readonly components["schemas"]["PublishedNote"][] | null;
  failed: boolean;
  onRetry: () => void;
  /** Called when the notes are visible; called again whenever it changes. */
  onShown: () => void;
  onClose: () => void;
}

/** The published release notes, newest first, with marks on unread ones. */
export function WhatsNew({ notes, failed, onRetry, onShown, onClose }: Props) {
  const { t } = useTranslation("releaseNotes", { keyPrefix: "whatsNew" });
  const { t: common } = useTranslation();
  const isThere = notes !== null;
  useEffect(() => {
    if (isThere) onShown();
  }, [isThere, onShown]);
  return (
    <InfoDrawer title={t("title")} onClose={onClose}>
      {notes?.map(({ id, title, note_text, published_at, is_new }) => (
        <article key={id} className={css.note}>
          <h3>
            {title}
            {is_new && <span className={css.mark}>{t("new")}</span>}
          </h3>
          <p className="soft">{formatDay(dayOf(published_at))}</p>
          <p className={css.text}>{note_text}</p>
        </article>
      ))}
      {notes?.length === 0 && <p className="soft">{t("none")}</p>}
      {!notes && failed && (
        <div role="alert">
          <p>{t("failed")}</p>
          <Tool text={common("retry")} onClick={onRetry} />
        </div>
      )}
    </InfoDrawer>
  );
}
