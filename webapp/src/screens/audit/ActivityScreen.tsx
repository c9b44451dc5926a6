import { useState } from "react";
import { useTranslation } from "react-i18next";
import { clinicSearchDebounceMs, pageSize } from "@/api/gen/constants";
import { useListQuery } from "@/lib/list/useListQuery";
import { ClinicFilter } from "@/screens/campaigns/shared/ClinicFilter";
import { AsyncSelectFilter } from "@/ui/filters/AsyncSelect";
import { CheckFilter } from "@/ui/filters/CheckFilter";
import { FilterSelect } from "@/ui/filters/FilterSelect";
import { Page } from "@/ui/layout/Page";
import { Toolbar } from "@/ui/layout/Toolbar";
import { ListToolsPlace } from "@/ui/list/listContext";
import { ActivityPeople } from "./ActivityPeople";
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
import { nameOf } from "./activityText";
import { dayRangeError } from "./audit";
import { EventsCard } from "./EventsCard";

/** The calls of this list have no page size. */
const choices = { sizes: [pageSize] };
const names = Object.keys(quickChoices) as QuickChoice[];

/** Changes in all clinics, by one colleague or all: a sentence per person, then the events. */
export function ActivityScreen() {
  const { t } = useTranslation("audit");
  const query = useListQuery(activityFilters, choices);
  const { values, set, cleared } = query;
  const days = activityDays(values);
  const wrong = dayRangeError(days);
  const validDays = wrong ? null : days;
  const [typed, setTyped] = useState(values.search);
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const list = useActivityEvents(query, values, validDays);
  const { people = [], failed } = useActivity(values, validDays);
  const chosen = people.find(({ id }) => String(id) === values.person);
  const {
    start_date: _start,
    end_date: _end,
    person_name: _person,
    clinic_name: _clinic,
    openings,
    ...others
  } = values;
  const name = chosen?.name || values.person_name;
  const quick = quickChoiceOf(values);
  const keys = [...new Set(people.flatMap(({ events }) => Object.keys(events)))];
  return (
    <Page title={t("activity.title")}>
      <Toolbar
        label={t("logs.filters")}
        actions={
          <div className={css.openings}>
            <CheckFilter
              label={t("activity.bookkeeping")}
              checked={openings === "yes"}
              onChange={(checked) => set({ openings: checked ? "yes" : "" })}
            />
          </div>
        }
      >
        <FilterSelect
          label={t("days.label")}
          options={[
            ...names.map((value) => ({ value, label: t(`activity.quick.${value}`) })),
            ...(quick ? [] : [{ value: "", label: t("activity.otherDays") }]),
          ]}
          value={quick ?? ""}
          onChange={(choice) => choice && set(quickChoices[choice as QuickChoice]())}
        />
        <AuditLogFilters
          query={query}
          keys={keys}
          rows={list.rows}
          onText={setTyped}
          rare={
            <AuditPeriod
              days={days}
              wrong={wrong}
              cleared={cleared}
              onChange={({ start, end }) => set({ start_date: start, end_date: end })}
            />
          }
        >
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
      <div className={css.people}>
        {!wrong && people.length > 0 && (
          <ActivityPeople
            people={people}
            addressOf={(person) => addressWith({ person: String(person.id), person_name: nameOf(person) })}
          />
        )}
        <div ref={setPlace} className={css.tools} />
      </div>
      {!wrong && (
        <ListToolsPlace value={place}>
          <EventsCard
            across
            caption={t("activity.title")}
            query={query}
            list={list}
            typed={typed}
            narrowed={Object.values(others).some((value) => value !== "")}
          />
        </ListToolsPlace>
      )}
    </Page>
  );

  /** Address of this list with some filters replaced. */
  function addressWith(changes: Partial<ActivityFilters>) {
    const on = Object.entries({ ...values, ...changes }).filter(([, value]) => value !== "");
    return `?${new URLSearchParams(on)}`;
  }
}
