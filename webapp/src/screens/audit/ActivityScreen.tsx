import { useState } from "react";
import { useTranslation } from "react-i18next";
import { clinicSearchDebounceMs, pageSize } from "@/api/gen/constants";
import { useListQuery } from "@/lib/useListQuery";
import { ClinicFilter } from "@/screens/campaigns/shared/ClinicFilter";
import { Panel, Panels, Section } from "@/ui/DetailScreen";
import { AsyncSelectFilter } from "@/ui/fields/AsyncSelect";
import { Page } from "@/ui/Page";
import { BarList } from "@/ui/Stats";
import { Toolbar } from "@/ui/Toolbar";
import css from "./ActivityScreen.module.css";
import { AuditLogFilters } from "./AuditLogFilters";
import { AuditPeriod } from "./AuditPeriod";
import {
  type ActivityFilters,
  activityDays,
  activityFilters,
  type QuickChoice,
  quickChoiceOf,
  quickChoices,
  searchStaff,
  useActivity,
  useActivityEvents,
} from "./activity";
import { activitySentence } from "./activityText";
import { byCount, dayRangeError } from "./audit";
import { EventsCard } from "./EventsCard";

/** The calls of this list have no page size. */
const choices = { sizes: [pageSize] };
const names = Object.keys(quickChoices) as QuickChoice[];

/** Audit events of all clinics, for one colleague or all, with counts. */
export function ActivityScreen() {
  const { t } = useTranslation("audit");
  const query = useListQuery(activityFilters, choices);
  const { values, set, cleared } = query;
  const days = activityDays(values);
  const wrong = dayRangeError(days);
  const validDays = wrong ? null : days;
  const [typed, setTyped] = useState(values.search);
  const list = useActivityEvents(query, values, validDays);
  const { people = [], failed } = useActivity(values, validDays);
  const counts = sumEvents(people);
  const chosen = people.find(({ id }) => String(id) === values.person);
  const { start_date: _start, end_date: _end, person_name: _person, clinic_name: _clinic, ...others } = values;
  const name = chosen?.name || values.person_name;
  return (
    <Page title={t("activity.title")}>
      <Toolbar label={t("days.label")}>
        <AuditPeriod
          days={days}
          wrong={wrong}
          cleared={cleared}
          options={names.map((value) => ({ value, text: t(`activity.quick.${value}`) }))}
          chosen={quickChoiceOf(values)}
          onPick={(choice) => set(quickChoices[choice as QuickChoice]())}
          onChange={({ start, end }) => set({ start_date: start, end_date: end })}
        />
      </Toolbar>
      <Toolbar label={t("logs.filters")}>
        <AuditLogFilters query={query} keys={counts.map((one) => one.name)} rows={list.rows} onText={setTyped}>
          <AsyncSelectFilter
            label={t("activity.person")}
            search={t("activity.searchPerson")}
            chosen={values.person ? { key: values.person, text: name || `#${values.person}` } : null}
            ask={searchStaff}
            delay={clinicSearchDebounceMs}
            noneFound={t("activity.noPerson")}
            failed={t("activity.staffFailed")}
            onChoose={(choice) => set({ person: choice?.key ?? "", person_name: choice?.text ?? "" })}
          />
          <ClinicFilter query={query} />
        </AuditLogFilters>
      </Toolbar>
      {failed && (
        <p role="alert" className="soft">
          {t("activity.countsFailed")}
        </p>
      )}
      {!wrong && chosen && <p className={css.sentence}>{activitySentence(chosen, t)}</p>}
      {!wrong && people.length > 0 && (
        <Panels>
          <Panel title={t("activity.people")}>
            <BarList
              items={people.map(({ id, name, total }) => ({
                name: name || `#${id}`,
                count: total,
                to: addressWith({ person: String(id), person_name: name }),
              }))}
            />
          </Panel>
          <Panel title={t("activity.actions")}>
            <BarList items={counts.map((one) => ({ ...one, to: addressWith({ event_keys: one.name }) }))} />
          </Panel>
        </Panels>
      )}
      {!wrong && (
        <Section title={t("activity.events")}>
          <EventsCard
            across
            caption={t("activity.title")}
            query={query}
            list={list}
            typed={typed}
            narrowed={Object.values(others).some((value) => value !== "")}
          />
        </Section>
      )}
    </Page>
  );

  /** Address of this list with some filters replaced. */
  function addressWith(changes: Partial<ActivityFilters>) {
    const on = Object.entries({ ...values, ...changes }).filter(([, value]) => value !== "");
    return `?${new URLSearchParams(on)}`;
  }
}

/** Successful actions of all people by event key, most frequent first. */
function sumEvents(people: readonly { events: Record<string, number> }[]) {
  const sums: Record<string, number> = {};
  for (const { events } of people)
    for (const [key, count] of Object.entries(events)) sums[key] = (sums[key] ?? 0) + count;
  return byCount(sums, mostKeys);
}
const mostKeys = 10;
