import { useTranslation } from "react-i18next";
import { useIsLiveDown } from "@/api/liveStatus";
import css from "./LiveStatus.module.css";

/** Message on a live list when no updates arrive; otherwise empty. */
export function LiveStatus() {
  const { t } = useTranslation();
  const isDown = useIsLiveDown();
  return (
    <span role="status" className={css.status}>
      {isDown && t("lists.notLive")}
    </span>
  );
}
