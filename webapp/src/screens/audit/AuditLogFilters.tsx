import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { eventStatus, userType } from "@/api/gen/choices";
import { auditSearchDebounceMs } from "@/api/gen/constants";
import { useSeen } from "@/lib/hooks/useSeen";
import type { ListQuery } from "@/lib/list/useListQuery";
import { hourText } from "@/ui/display/Stats";
import { CollapsedFilters, countActiveFilters } from "@/ui/filters/CollapsedFilters";
import { MultiSelectFilter } from "@/ui/filters/MultiSelectFilter";
import { SearchField } from "@/ui/filters/SearchField";
import { SearchTool, Tool } from "@/ui/layout/Toolbar";
import { type AuditTrail, hours, type LogFilters, splitList } from "./auditLogs";

interface Props {
  query: ListQuery<keyof LogFilters>;
  /** Event keys to suggest, besides those of the rows. */
  keys: readonly string[];
  rows: readonly AuditTrail[] | undefined;
  onText: (text: string) => void;
  /** Filters beside the search; the others are then behind a button, after `rare`. */
  children?: ReactNode;
  rare?: ReactNode;
}

/** Search and filters of the logs, with a button that clears them. */
export function AuditLogFilters({ query, keys: suggestedKeys, rows = [], onText, children, rare }: Props) {
  const { t } = useTranslation("audit");
  const { t: common } = useTranslation();
  const { values, filtered, set, clear, cleared } = query;
  const keys = useSeen([...suggestedKeys, ...rows.map(({ key }) => key)]);
  const types = useSeen(rows.flatMap(({ resource }) => resource?.type ?? []));

  function filter(name: (typeof narrowing)[number]) {
    return {
      values: splitList(values[name]),
      onChange: (chosen: string[]) => set({ [name]: chosen.join(",") }),
    };
  }
  return (
    <>
      <SearchTool>
        <SearchField
          label={t("logs.search")}
          hint={t("logs.searchHint")}
          value={values.search}
          cleared={cleared}
          delay={auditSearchDebounceMs}
          onSearch={(search) => set({ search })}
          onText={onText}
        />
      </SearchTool>
      {children}
      <CollapsedFilters
        on={countActiveFilters(values, children ? [...narrowing, "start_date"] : narrowing)}
        {...(children && { label: common("moreFilters") })}
      >
        {rare}
        <MultiSelectFilter
          label={t("logs.key")}
          own={t("logs.ownKey")}
          options={keys.map(asItIs)}
          {...filter("event_keys")}
        />
        <MultiSelectFilter
          label={t("logs.status")}
          options={eventStatus.map((status) => ({ value: status, label: t(`logs.statuses.${status}`) }))}
          {...filter("event_status")}
        />
        <MultiSelectFilter
          label={t("logs.userType")}
          options={userType.map((type) => ({ value: type, label: t(`logs.userTypes.${type}`) }))}
          {...filter("user_type")}
        />
        <MultiSelectFilter
          label={t("logs.resourceType")}
          own={t("logs.ownType")}
          options={types.map(asItIs)}
          {...filter("resource_type")}
        />
        <MultiSelectFilter
          label={t("logs.hours")}
          options={hours.map((hour) => ({ value: hour, label: hourText(Number(hour)) }))}
          {...filter("hours")}
        />
      </CollapsedFilters>
      {filtered && <Tool text={t("logs.clear")} onClick={clear} />}
    </>
  );
}

const narrowing = ["event_keys", "event_status", "user_type", "resource_type", "hours"] as const;

const asItIs = (word: string) => ({ value: word, label: word });
