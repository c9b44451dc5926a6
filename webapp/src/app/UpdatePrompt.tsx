import { useState } from "react";
import { useTranslation } from "react-i18next";
import { build } from "@/api/build";
import { useRealtime } from "@/api/realtime";
import { Tool } from "@/ui/layout/Toolbar";
import css from "./UpdatePrompt.module.css";

/**
 * Offer to reload when a new version of the console is available. Nothing is lost: forms keep their input, and the
 * browser asks before a reload. "Later" hides the offer until the next version (B-86).
 */
export function UpdatePrompt() {
  const { t } = useTranslation();
  const [offered, setOffered] = useState(false);
  useRealtime("admin", ({ event, data }) => {
    if (event === "deployment" && (data.build === undefined || data.build !== build)) setOffered(true);
  });
  return (
    <div role="status" className={css.place}>
      {offered && (
        <section className={css.card} aria-label={t("newVersion.text")}>
          <p>
            <strong>{t("newVersion.text")}</strong>
            <br />
            {t("newVersion.hint")}
          </p>
          <div className={css.foot}>
            <Tool text={t("newVersion.later")} onClick={() => setOffered(false)} />
            <Tool main text={t("newVersion.refresh")} onClick={() => location.reload()} />
          </div>
        </section>
      )}
    </div>
  );
}
