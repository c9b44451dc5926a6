import { Button } from "@blueprintjs/core";
import { useTranslation } from "react-i18next";
import { useMoment } from "@/lib/useMoment";
import css from "./DraftOffer.module.css";
import type { Kept } from "./useKept";

/** Stands in the foot of a form, where it moves no field: what was typed here before, to take over or throw away. */
export function DraftOffer({ kept }: { kept: Kept }) {
  const { t } = useTranslation();
  const moment = useMoment();
  const [newest] = kept.drafts;
  /** The button that had the focus is gone: it goes to the form's first field. */
  const toForm = (button: HTMLElement) =>
    button.closest("form")?.querySelector<HTMLElement>("input, textarea, select")?.focus();
  return (
    <div role="status" className={css.offer}>
      {newest ? (
        <>
          <span>{t("draft.there", { count: kept.drafts.length, moment: moment(newest.kept_at) })}</span>
          <Button
            size="small"
            text={t("draft.take")}
            onClick={({ currentTarget }) => {
              toForm(currentTarget);
              kept.takeOver(newest);
            }}
          />
          <Button
            size="small"
            variant="minimal"
            text={t("draft.throw")}
            onClick={({ currentTarget }) => {
              toForm(currentTarget);
              kept.throwAway(newest);
            }}
          />
        </>
      ) : (
        kept.taken && <span>{t(`draft.${kept.taken}`)}</span>
      )}
    </div>
  );
}
