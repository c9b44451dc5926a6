import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ApiError, isNotOffered, TimedOut } from "@/api/errors";
import { Icon, type IconName } from "../icons/Icon";
import css from "./Message.module.css";

interface Props {
  icon: IconName;
  text: string;
  hint?: string;
  /** Screen readers announce it at once. */
  alert?: boolean;
  /** Show the request id of this error, so that support can find it in the logs. */
  error?: Error;
  children?: ReactNode;
}

/**
 * Message in place of content: nothing yet, no matches, or a failure. If the platform does not offer the call, it says
 * so and has no retry.
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
