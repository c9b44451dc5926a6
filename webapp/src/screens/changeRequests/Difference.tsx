import { useTranslation } from "react-i18next";
import { fieldChanges, formatValue } from "@/lib/format/fieldChanges";
import { formatNumber, plural } from "@/lib/format/numbers";
import { useFieldTexts } from "@/lib/format/useFieldTexts";
import { formatMoment } from "@/lib/time/dates";
import { Panel } from "@/ui/layout/DetailScreen";
import css from "./ChangeRequestScreen.module.css";
import { useCanaryText } from "./Plan";
import { recordName } from "./records";
import { type ChangeRequest, useDifference } from "./shared/changeRequests";

const kinds = ["added", "removed", "changed"] as const;
const marks = { added: "+", removed: "−", changed: "±" };

/** What the current revision changed against the one before. Renders nothing for the first one. */
export function Difference({ request }: { request: ChangeRequest }) {
  const { t } = useTranslation("changeRequests");
  const texts = useFieldTexts();
  const canaryText = useCanaryText();
  const difference = useDifference(request);
  if (!difference) return null;
  const numbers = { number: formatNumber(difference.revision), other: formatNumber(difference.against) };
  const labels = t("difference.fields", { returnObjects: true }) as Record<string, string>;
  const textOf = (field: string, value: unknown) => {
    if (value === null || value === undefined) return "-";
    if (field.startsWith("apply_")) return formatMoment(String(value));
    return field === "canary" ? canaryText(value as NonNullable<ChangeRequest["canary"]>) : String(value);
  };
  return (
    <Panel title={t("difference.title", numbers)}>
      <ul className={css.difference}>
        {difference.texts.map(({ field, before, after }) => (
          <li key={field}>
            {`${labels[field] ?? field}: `}
            <del>{textOf(field, before)}</del> <ins>{textOf(field, after)}</ins>
          </li>
        ))}
        {kinds
          .filter((kind) => difference[kind] > 0)
          .map((kind) => (
            <li key={kind} data-kind={kind}>
              {marks[kind]} {t(`difference.${kind}`, plural(difference[kind]))}
              <ul>
                {difference.records
                  .filter((record) => record.kind === kind)
                  .map((record, index) => (
                    <li key={String(index)}>
                      {recordName(record, t("records", { returnObjects: true }))}
                      {kind === "changed" &&
                        fieldChanges(record, texts, { isComplete: true }).map(({ field, before, after }) => (
                          <span key={field}>{`; ${field}: ${before} → ${after}`}</span>
                        ))}
                      {kind === "added" &&
                        Object.entries(record.after ?? {}).map(([field, value]) => (
                          <span key={field}>{`: ${formatValue(field, value, texts)}`}</span>
                        ))}
                    </li>
                  ))}
              </ul>
            </li>
          ))}
        {difference.texts.length + difference.records.length === 0 && <li>{t("difference.none")}</li>}
      </ul>
    </Panel>
  );
}
