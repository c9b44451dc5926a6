import { useState } from "react";
import { useTranslation } from "react-i18next";
import { isNotOffered } from "@/api/errors";
import { IconButton } from "@/ui/icons/IconButton";
import { lazyPart } from "@/ui/lazy/lazyPart";
import css from "./dot.module.css";
import { useWhatsNew } from "./useWhatsNew";

const WhatsNew = lazyPart(
  () => import("@/screens/releaseNotes/shared/WhatsNew"),
  ["releaseNotes"],
  "WhatsNew",
  "dialog",
);

/** Release notes for every account, with a dot until they are read on any device. */
export function WhatsNewButton() {
  const { t } = useTranslation();
  const { news, hasNew, failure, read, markRead } = useWhatsNew();
  const [open, setOpen] = useState(false);
  if (isNotOffered(failure)) return null;
  function close() {
    setOpen(false);
    // New notes stay marked while the list is open.
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
