import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ApiError, isNotOffered, TimedOut } from "@/api/errors";
import { Icon, type IconName } from "./Icon";
import css from "./Message.module.css";

interface Props {
  icon: IconName;
  text: string;
  hint?: string;
  /** Read out at once. */
  alert?: boolean;
  /** Its reference is shown, so that whoever is asked for help can find it in the logs. */
  error?: Error;
  children?: ReactNode;
}

/**
 * A sentence in place of what would be there: nothing yet, nothing matches, it did not work. Where the platform does not
 * offer it at all that is said instead, and there is nothing to try again.
 */
export function Message({ icon, text, hint, alert = false, error, children }: Props) {
  const { t } = useTranslation();
  if (isNotOffered(error)) return <Message icon="hidden" text={t("notOffered")} />;
  const reference = error instanceof ApiError ? error.requestId : null;
  return (
    <div className={css.message} role={alert ? "alert" : "status"}>
      <span className={css.icon}>
        <Icon name={icon} size={24} />
      </span>
      <p className={css.text}>{text}</p>
      {hint && <p className="soft">{hint}</p>}
      {error instanceof TimedOut && <p className="soft">{t("timedOut")}</p>}
      {reference && <p className="soft number">{t("errorReference", { id: reference })}</p>}
      {children}
    </div>
  );
}
