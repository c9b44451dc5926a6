import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import css from "./Alert.module.css";

interface Props {
  text: string;
  /** Details below the sentence. */
  detail?: string | undefined;
  error?: unknown;
  /** Scroll into view on appearance. */
  scrolls?: boolean;
  /** Take the focus on appearance. */
  focuses?: boolean;
  children?: ReactNode;
}

/** Error message of a form or screen, with the request id. */
export function Alert({ text, detail, error, scrolls = false, focuses = false, children }: Props) {
  const { t } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (scrolls) place.current?.scrollIntoView({ block: "nearest" });
    if (focuses) place.current?.focus();
  }, [scrolls, focuses]);
  const reference = error instanceof ApiError ? error.requestId : null;
  return (
    <div ref={place} role="alert" className={css.alert} data-failure tabIndex={-1}>
      <p>{text}</p>
      {detail && <p>{detail}</p>}
      {reference && <p className={css.reference}>{t("errorReference", { id: reference })}</p>}
      {children}
    </div>
  );
}
