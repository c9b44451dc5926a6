import { useState } from "react";
import { useTranslation } from "react-i18next";
import { plural } from "@/lib/format/numbers";
import { formatDay } from "@/lib/time/dates";
import { ConfirmDialog } from "@/ui/dialog/ConfirmDialog";
import type { DuplicatePair } from "./duplicates";
import css from "./NewsScreen.module.css";

interface Question {
  pairs: readonly DuplicatePair[];
  answer: (sure: boolean) => void;
}
/** Maximum number of pairs in the question. */
const mostShown = 5;

/** Ask before publishing duplicates; without a pair there is no question. */
export function useDuplicateConfirm() {
  const { t } = useTranslation("news", { keyPrefix: "duplicates" });
  const { t: common } = useTranslation();
  const [question, setQuestion] = useState<Question | null>(null);
  async function confirm(pairs: readonly DuplicatePair[]): Promise<boolean> {
    if (pairs.length === 0) return true;
    const sure = await new Promise<boolean>((answer) => setQuestion({ pairs, answer }));
    setQuestion(null);
    return sure;
  }
  const hiddenCount = (question?.pairs.length ?? 0) - mostShown;
  const dialog = question && (
    <ConfirmDialog
      title={t("title")}
      yes={t("publish")}
      no={common("cancel")}
      first="no"
      onYes={() => question.answer(true)}
      onNo={() => question.answer(false)}
    >
      {t("ask")}
      {question.pairs.slice(0, mostShown).map(({ name, duplicate }) => (
        <span key={`${duplicate.article_id} ${duplicate.id}`} className={css.line}>
          {t(duplicate.same_address ? "pairAddress" : "pairHeading", {
            name: name || t("unnamed"),
            other: duplicate.name ?? t("unnamed"),
            day: formatDay(duplicate.news_date),
          })}
        </span>
      ))}
      {hiddenCount > 0 && <span className={css.line}>{t("more", plural(hiddenCount))}</span>}
    </ConfirmDialog>
  );
  return { isMeant: confirm, dialog };
}
