import { useState } from "react";
import { useTranslation } from "react-i18next";
import { isNotOffered } from "@/api/errors";
import { IconButton } from "@/ui/IconButton";
import { lazyPart } from "@/ui/lazyPart";
import { useWhatsNew } from "./useWhatsNew";
import css from "./WhatsNewButton.module.css";

const WhatsNew = lazyPart(
  () => import("@/screens/releaseNotes/parts/WhatsNew"),
  ["releaseNotes"],
  (area) => area.WhatsNew,
  "dialog",
);

/** What is new, for every account: a dot until it was read, wherever that was. */
export function WhatsNewButton() {
  const { t } = useTranslation();
  const { news, hasNew, failure, read, markRead } = useWhatsNew();
  const [open, setOpen] = useState(false);
  if (isNotOffered(failure)) return null;
  function close() {
    setOpen(false);
    // What was new stays marked while it is looked at.
    void read();
  }
  return (
    <div className={css.place}>
      <IconButton
        icon="whatsNew"
        label={t(hasNew ? "whatsNew.unread" : "whatsNew.open")}
        onClick={() => setOpen(true)}
      />
      {hasNew && !open && <span className={css.dot} aria-hidden="true" />}
      {open && (
        <WhatsNew
          notes={news?.notes ?? null}
          failed={failure !== null}
          onRetry={() => void read()}
          onShown={markRead}
          onClose={close}
        />
      )}
    </div>
  );
}
