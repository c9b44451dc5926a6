import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { appliedOutcome } from "@/api/gen/choices";
import { useFieldMessage } from "@/lib/errors/useErrorText";
import { callTexts } from "@/lib/format/callTexts";
import { fieldChanges, fieldLabel, formatValue } from "@/lib/format/fieldChanges";
import { labelOf } from "@/lib/format/labels";
import { formatNumber, plural } from "@/lib/format/numbers";
import { useFieldTexts } from "@/lib/format/useFieldTexts";
import { useListQuery } from "@/lib/list/useListQuery";
import { formatMoment } from "@/lib/time/dates";
import { Detail } from "@/ui/cells/cells";
import { FieldDiff } from "@/ui/display/FieldDiff";
import { FilterSelect } from "@/ui/filters/FilterSelect";
import { Section } from "@/ui/layout/DetailScreen";
import { ListCard } from "@/ui/list/ListCard";
import { column } from "@/ui/table/columns";
import type { Column } from "@/ui/table/columnTypes";
import css from "./ChangeRequestScreen.module.css";
import { auditAddress, recordAddress, recordName } from "./records";
import { type ChangeRequestDetail, type RequestTarget, targetFilters, useTargets } from "./shared/changeRequests";
import { Groups } from "./shared/Groups";
import { useStatus } from "./useStatus";

/**
 * The single changes of a request with their values and outcomes, below a summary of different ones. That of the only
 * change is open, because the table cuts long values.
 */
export function Targets({ detail: { request, groups, more_groups } }: { detail: ChangeRequestDetail }) {
  const { t } = useTranslation("changeRequests");
  const query = useListQuery(targetFilters);
  const list = useTargets(request.id, query, query.values.outcome);
  const columns = useColumns();
  // A request has changes, so that an empty list without a filter means that they were deleted.
  const isDeleted = !query.values.outcome && list.total === 0;
  const details = useMemo(
    () => ({
      label: ({ position }: RequestTarget) => t("targets.detailsOf", { number: formatNumber(position) }),
      content: (target: RequestTarget) => <TargetDetails target={target} />,
    }),
    [t],
  );
  const calls = request.calls.map((call) => labelOf(callTexts(t), call)).join(", ");
  return (
    <>
      {groups.length > (request.targets === 1 ? 0 : 1) && (
        <details className={css.groups} open={request.targets === 1}>
          <summary>{t("groups.title")}</summary>
          <Groups key={request.digest} groups={groups} unlisted={more_groups} />
        </details>
      )}
      <Section
        title={`${t("groups.records", plural(request.targets))} · ${calls}`}
        action={
          <FilterSelect
            label={t("columns.outcome")}
            options={appliedOutcome
              .filter((value) => request[value] > 0)
              .map((value) => ({ value, label: `${t(`outcomes.${value}`)} (${formatNumber(request[value])})` }))}
            {...query.choiceOf("outcome")}
          />
        }
      >
        <ListCard
          caption={t("targets.title")}
          list={list}
          pages={query}
          columns={columns}
          rowKey={({ position }) => position}
          details={details}
          empty={{ text: t(isDeleted ? "targets.deleted" : "targets.empty") }}
        />
      </Section>
    </>
  );
}

function useColumns(): Column<RequestTarget>[] {
  const { t } = useTranslation("changeRequests");
  const texts = useFieldTexts();
  const outcomeOf = useStatus("outcomes");
  return useMemo(() => {
    const names = t("records", { returnObjects: true });
    const nameOf = (target: RequestTarget) => recordName(target, names);
    const before = (target: RequestTarget) =>
      fieldChanges(target, texts)
        .map((change) => `${change.field}: ${change.before}`)
        .join("; ");
    const after = (target: RequestTarget) => {
      const changes = fieldChanges(target, texts);
      const [only] = changes;
      return only && changes.length === 1
        ? only.after
        : changes.map((change) => `${change.field}: ${change.after}`).join("; ");
    };
    const tagOf = ({ outcome, planned }: RequestTarget) =>
      outcome === "left" && (planned === "unchanged" || planned === "refused" || planned === "kept")
        ? { text: t(`groups.${planned}`), tone: planned === "refused" ? ("bad" as const) : ("neutral" as const) }
        : outcomeOf(outcome);
    return [
      column.link(["name", "resource_type", "resource_id"], t("columns.record"), 180, nameOf, recordAddress, {
        heading: true,
      }),
      column.text("before", t("columns.before"), 130, before, { bare: false }),
      column.text("after", t("columns.after"), 100, after, { bare: false }),
      column.status(["outcome", "applied_at"], t("columns.outcome"), 150, tagOf),
    ];
  }, [t, texts, outcomeOf]);
}

/** Values of a change, conflicts and reasons of a refusal, below its row. */
function TargetDetails({ target }: { target: RequestTarget }) {
  const { t } = useTranslation("changeRequests", { keyPrefix: "targets" });
  const texts = useFieldTexts();
  const messageOf = useFieldMessage();
  const changes = fieldChanges(target, texts, { isComplete: true });
  const audit = auditAddress(target);
  return (
    <div className={css.details}>
      {changes.length > 0 && <FieldDiff changes={changes} />}
      {target.conflicts.length > 0 && <Conflicts conflicts={target.conflicts} />}
      {target.errors.length > 0 && (
        <section>
          <h3>{t("errors")}</h3>
          <ul>
            {target.errors.map((error) => (
              <li key={`${error.source} ${error.title}`}>{messageOf(error)}</li>
            ))}
          </ul>
        </section>
      )}
      <details>
        <summary>{t("parameters")}</summary>
        <pre className={css.parameters}>{JSON.stringify(target.parameters, null, 2)}</pre>
      </details>
      {audit && (
        <p>
          <Link className="standalone" to={audit}>
            {t("audit")}
          </Link>
        </p>
      )}
    </div>
  );
}

/** Fields that someone else changed after the revision was made. */
function Conflicts({ conflicts }: Pick<RequestTarget, "conflicts">) {
  const { t } = useTranslation("changeRequests", { keyPrefix: "targets" });
  const texts = useFieldTexts();
  return (
    <section aria-label={t("conflicts")}>
      <h3>{t("conflicts")}</h3>
      {conflicts.map(({ field, base, current, changed_by, changed_at }) => (
        <dl key={field}>
          <Detail name={t("conflict.field")}>{fieldLabel(field, texts)}</Detail>
          <Detail name={t("conflict.base")}>{formatValue(field, base, texts)}</Detail>
          <Detail name={t("conflict.current")}>{formatValue(field, current, texts)}</Detail>
          <Detail name={t("conflict.by")}>{changed_by}</Detail>
          <Detail name={t("conflict.at")}>{changed_at && formatMoment(changed_at)}</Detail>
        </dl>
      ))}
    </section>
  );
}
