import { useState } from "react";
import { useTranslation } from "react-i18next";
import { build } from "@/api/build";
import { useRealtime } from "@/api/realtime";
import { Tool } from "@/ui/Toolbar";
import css from "./NewVersion.module.css";

/**
 * Offers a new version of the console when there is one, over whatever is open, and takes nothing away: a form that is
 * half filled stays as it is, and before a reload the browser asks. Later is until the next one (B-86).
 */
export function NewVersion() {
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
