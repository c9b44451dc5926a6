import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { appliedOutcome } from "@/api/gen/choices";
import { useSession } from "@/api/useSession";
import { fieldLabel } from "@/lib/format/fieldChanges";
import { formatNumber } from "@/lib/format/numbers";
import { useFieldTexts } from "@/lib/format/useFieldTexts";
import { formatMoment } from "@/lib/time/dates";
import { Tool } from "@/ui/layout/Toolbar";
import { ActionMenu } from "@/ui/menu/ActionMenu";
import css from "./ChangeRequestScreen.module.css";
import { recordAddress, recordName } from "./records";
import { isUndo, type RequestAction, requestActions } from "./requestActions";
import type { ChangeRequest, ChangeRequestDetail } from "./shared/changeRequests";
import { UndoOutcome } from "./UndoOutcome";
import { useNextStep, useSteps } from "./useNextStep";

/** What happens next with a request and when, what the user may do about it, and how far the request is. */
export function NextStep({ detail }: { detail: ChangeRequestDetail }) {
  const { t } = useTranslation("changeRequests");
  const [first, ...others] = useNextStep(detail);
  const steps = useSteps(detail);
  return (
    <section aria-label={t("next.title")} className={css.next}>
      <div className={css.step}>
        <div>
          <p className="soft">{t("next.title")}</p>
          <p className={css.sentence}>
            <strong>{first}</strong> {others.join(" ")}
          </p>
          {detail.stale_records.length > 0 && <StaleRecords records={detail.stale_records} />}
        </div>
        <div className={css.actions}>
          {isUndo(detail) && <UndoOutcome key={detail.request.id} request={detail.request} />}
          <Actions detail={detail} />
        </div>
      </div>
      <ol className={css.steps}>
        {steps.map(({ name, text, note, state }) => (
          <li key={name} data-state={state} aria-current={state === "now" ? "step" : undefined}>
            <span>{text}</span> <span className="soft number">{note}</span>
          </li>
        ))}
      </ol>
      <Progress request={detail.request} />
    </section>
  );
}

/** The first records that others have changed: which fields, by whom and when. */
function StaleRecords({ records }: { records: ChangeRequestDetail["stale_records"] }) {
  const { t } = useTranslation("changeRequests");
  const texts = useFieldTexts();
  return (
    <ul className={css.stale}>
      {records.map((record) => {
        const name = recordName(record, t("records", { returnObjects: true }));
        const address = recordAddress(record);
        return (
          <li key={record.position}>
            {address ? <Link to={address}>{name}</Link> : name}
            {": "}
            {t("obstacles.staleRecord", {
              fields: record.fields.map((field) => fieldLabel(field, texts)).join(", "),
              name: record.changed_by ?? "-",
              moment: formatMoment(record.changed_at),
            })}
          </li>
        );
      })}
    </ul>
  );
}

/** Buttons of what the user may do now, and a menu of what is rarely done. */
function Actions({ detail }: { detail: ChangeRequestDetail }) {
  const { t } = useTranslation("changeRequests", { keyPrefix: "actions" });
  const { t: common } = useTranslation();
  const session = useSession();
  const [chosen, setChosen] = useState<RequestAction | null>(null);
  if (!session) return null;
  function close() {
    setChosen(null);
    // The button that opened the dialog may be gone with its action, and the focus with it.
    setTimeout(() => {
      if (document.activeElement === document.body) document.querySelector<HTMLElement>("h1")?.focus();
    });
  }
  const { Dialog } = chosen ?? {};
  const isPlanning = detail.labels.includes("planning");
  const offered = requestActions.filter(
    ({ name, isOffered }) =>
      (name === "close" || !isPlanning) && isOffered(detail, session.user.id, session.accountType),
  );
  const main = offered.find(({ isMain }) => isMain);
  const rare = offered.filter(({ isRare }) => isRare);
  return (
    <div className={css.actions}>
      {offered
        .filter(({ isRare }) => !isRare)
        .toSorted((a, b) => Number(a === main) - Number(b === main))
        .map((action) => (
          <Tool key={action.name} text={t(action.name)} main={action === main} onClick={() => setChosen(action)} />
        ))}
      {rare.length > 0 && (
        <ActionMenu
          label={common("moreActions")}
          icon="more"
          iconOnly
          items={rare.map((action) => ({
            key: action.name,
            text: t(action.name),
            onSelect: () => setChosen(action),
          }))}
        />
      )}
      {Dialog && <Dialog detail={detail} onClose={close} />}
    </div>
  );
}

/** How much of a request is previewed or applied, with the number of records by outcome. */
export function Progress({ request }: { request: ChangeRequest }) {
  const { t } = useTranslation("changeRequests");
  const { targets, left, planned } = request;
  const isPlanning = planned < targets;
  if (request.status === "open" && left === targets && !isPlanning) return null;
  const tried = isPlanning ? planned : targets - left;
  const outcomes = appliedOutcome.filter((outcome) => request[outcome] > 0);
  return (
    <div className={css.progress}>
      <div
        role="progressbar"
        aria-label={t("progress.bar")}
        aria-valuemin={0}
        aria-valuemax={targets}
        aria-valuenow={tried}
        className={css.bar}
      >
        {isPlanning && <span style={{ flexGrow: planned }} />}
        {outcomes.map((outcome) => (
          <span key={outcome} data-outcome={outcome} style={{ flexGrow: request[outcome] }} />
        ))}
      </div>
      {isPlanning && (
        <p className="number">
          {t("progress.planned", { tried: formatNumber(tried), targets: formatNumber(targets) })}
        </p>
      )}
      <ul className={css.counts}>
        {outcomes.map((outcome) => (
          <li key={outcome} data-outcome={outcome}>
            {t(`outcomes.${outcome}`)} <strong className="number">{formatNumber(request[outcome])}</strong>
          </li>
        ))}
      </ul>
    </div>
  );
}
