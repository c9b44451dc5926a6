import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import css from "./FormDialog.module.css";

/** What went wrong, above the form it went wrong with, and what to name to whoever is asked for help. */
export function Alert({ text, error, children }: { text: string; error?: unknown; children?: ReactNode }) {
  const { t } = useTranslation();
  const reference = error instanceof ApiError ? error.requestId : null;
  return (
    <div role="alert" className={css.above}>
      <p>{text}</p>
      {reference && <p className={css.reference}>{t("errorReference", { id: reference })}</p>}
      {children}
    </div>
  );
}
