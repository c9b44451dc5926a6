import { Button } from "@blueprintjs/core";
import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Draft } from "@/api/drafts";
import { formatMoment } from "@/lib/time/dates";
import { ConfirmDialog } from "../dialog/ConfirmDialog";
import css from "./DraftBanner.module.css";
import { draftText, type ShownFields } from "./draftText";
import type { DraftState } from "./useDraft";

interface Props<Values> {
  state: DraftState;
  /** Labels of the fields, if the form names them. */
  shown?: ShownFields<Values> | undefined;
}

/** Offer to restore a draft, in the foot of the form so that no field moves. Asks before it replaces input. */
export function DraftBanner<Values>({ state, shown }: Props<Values>) {
  const { t } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  const [asking, setAsking] = useState<Draft | null>(null);
  const [newest] = state.drafts;
  /** The focused button is gone, so the first field of the form gets the focus. */
  const toForm = useCallback(() => {
    place.current?.closest("form")?.querySelector<HTMLElement>("input, textarea, select")?.focus();
  }, []);
  // Wait until the question has returned the focus to the button that opened it.
  const isAnswered = useRef(false);
  useEffect(() => {
    if (!asking && isAnswered.current) toForm();
    isAnswered.current = false;
  }, [asking, toForm]);
  function takeOver(draft: Draft) {
    if (asking) {
      isAnswered.current = true;
      setAsking(null);
    } else toForm();
    state.takeOver(draft);
  }
  const text = newest && draftText(newest.values, shown);
  return (
    <div ref={place} role="status" className={css.offer}>
      {newest ? (
        <>
          <span className={css.words}>
            {t("draft.there", { count: state.drafts.length, moment: formatMoment(newest.kept_at) })}
            {text && <span className={css.content}>{text}</span>}
          </span>
          <Button
            size="small"
            text={t("draft.take")}
            onClick={() => (state.replaces(newest) ? setAsking(newest) : takeOver(newest))}
          />
          <Button
            size="small"
            variant="minimal"
            text={t("draft.throw")}
            onClick={() => {
              toForm();
              state.throwAway(newest);
            }}
          />
        </>
      ) : (
        state.taken && <span>{t(`draft.${state.taken}`)}</span>
      )}
      {asking && (
        <ConfirmDialog
          title={t("draft.replace.title")}
          note={draftText(asking.values, shown)}
          yes={t("draft.replace.yes")}
          no={t("cancel")}
          intent="danger"
          onYes={() => takeOver(asking)}
          onNo={() => setAsking(null)}
        >
          {t("draft.replace.text")}
        </ConfirmDialog>
      )}
    </div>
  );
}
