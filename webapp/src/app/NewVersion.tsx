import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { build, servedBuild } from "@/api/build";
import { isTold, useRealtime } from "@/api/realtime";
import { Tool } from "@/ui/Toolbar";
import css from "./NewVersion.module.css";

/** How often the server is asked which build it hands out, where a new one cannot be told. */
const untoldMs = 60_000;

/**
 * Offers a new version of the console when there is one, over whatever is open, and takes nothing away: a form that is
 * half filled stays as it is, and before a reload the browser asks. Later is until the next one (B-86). Where no socket
 * gets through, the page itself is asked for its build.
 */
export function NewVersion() {
  const { t } = useTranslation();
  const [offered, setOffered] = useState(false);
  useRealtime("admin", ({ event, data }) => {
    if (event === "deployment" && (data.build === undefined || data.build !== build)) setOffered(true);
  });
  /** The build that was offered last: Later is until another one. */
  const known = useRef(build);
  useEffect(() => {
    if (build === undefined) return;
    const timer = setInterval(async () => {
      const served = isTold() ? known.current : await servedBuild();
      if (served === known.current) return;
      known.current = served;
      setOffered(served !== build);
    }, untoldMs);
    return () => clearInterval(timer);
  }, []);
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
