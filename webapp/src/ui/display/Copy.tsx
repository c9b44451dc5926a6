import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { copyText } from "@/lib/browser/copyText";
import { toast } from "../feedback/toast";
import { Icon } from "../icons/Icon";
import css from "./Copy.module.css";

/**
 * Button that copies a value and confirms it. `quiet`: for lists, shown on hover and by the key c, and not a tab stop.
 */
export function Copy({ value, quiet = false }: { value: string; quiet?: boolean }) {
  const { t } = useTranslation();
  const label = t("copy", { value });
  async function copy() {
    if (await copyText(value)) toast.success(t("copied"));
    else toast.error(t("notCopied"));
  }
  return (
    <button
      type="button"
      className={quiet ? css.quiet : css.copy}
      data-copy
      aria-label={label}
      title={label}
      tabIndex={quiet ? -1 : 0}
      onClick={copy}
    >
      <Icon name="copy" size={14} />
    </button>
  );
}

/** Copyable value in a list: the copy button covers the end of its cell. */
export function Copyable({ value, children }: { value: string | null | undefined; children: ReactNode }) {
  if (!value) return children;
  return (
    <>
      {children}
      <Copy quiet value={value} />
    </>
  );
}
