import { useTranslation } from "react-i18next";
import { useIsLiveDown } from "@/api/liveStatus";
import css from "./LiveStatus.module.css";

/** Says on a list that updates itself when no updates arrive; empty otherwise. */
export function LiveStatus() {
  const { t } = useTranslation();
  const isDown = useIsLiveDown();
  return (
    <span role="status" className={css.status}>
      {isDown && t("lists.notLive")}
    </span>
  );
}
