import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { paths } from "@/app/paths";
import { formatNumber, plural } from "@/lib/format/numbers";
import { webAddress } from "@/lib/format/webAddress";
import { useListQuery } from "@/lib/list/useListQuery";
import { Text } from "@/ui/cells/cells";
import { FilterSelect } from "@/ui/filters/FilterSelect";
import { ListScreen } from "@/ui/list/ListScreen";
import { column } from "@/ui/table/columns";
import type { Column } from "@/ui/table/columnTypes";
import css from "./InterestsScreen.module.css";
import { type Interest, interestFilters, useInterests } from "./newsInsights";

/** Interests of doctors, with the doctors who chose them (B 2). */
export function InterestsScreen() {
  const { t } = useTranslation("newsInsights");
  const query = useListQuery(interestFilters);
  const isCme = query.values.type === "CME";
  const list = useInterests(query, isCme);
  const columns = useMemo(
    (): Column<Interest>[] => [
      column.text("title", t("interests.article"), 240, ({ title }) => title, { grow: 3 }),
      column.custom(
        "source_link",
        t("interests.link"),
        200,
        ({ source_link }: Interest) => <WebLink address={source_link} />,
        { grow: 2, wrap: true },
      ),
      column.figure("interest_count", t("interests.count"), 90, ({ interest_count }) => formatNumber(interest_count)),
      column.custom("doctors", t("interests.doctors"), 300, (interest: Interest) => <Doctors interest={interest} />, {
        grow: 3,
        wrap: true,
      }),
    ],
    [t],
  );
  return (
    <ListScreen
      title={t("interests.title")}
      // PHARMA is the default, not a filter that could be cleared.
      query={{ ...query, filtered: false }}
      list={list}
      filters={
        <FilterSelect
          label={t("interests.type")}
          value={query.values.type}
          options={[
            { value: "", label: t("interests.PHARMA") },
            { value: "CME", label: t("interests.CME") },
          ]}
          onChange={(type) => query.set({ type })}
        />
      }
      failed={t("failed")}
      columns={columns}
      rowKey={(interest) => interest.id ?? `${interest.title} ${interest.source_link}`}
      empty={{ none: t("interests.empty") }}
    />
  );
}

function WebLink({ address }: { address: string | null }) {
  const url = webAddress(address);
  if (!url) return <Text value={address} soft />;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" title={url}>
      {url.replace(/^https?:\/\//, "")}
    </a>
  );
}

function Doctors({ interest: { doctors, interest_count } }: { interest: Interest }) {
  const { t } = useTranslation("newsInsights");
  const others = interest_count - doctors.length;
  return (
    <div className={css.doctors}>
      {doctors.map(({ id, name }) => (
        <Link key={id} to={paths.doctor({ doctorId: id })}>
          {name}
        </Link>
      ))}
      {others > 0 && <span className="soft">{t("interests.more", plural(others))}</span>}
    </div>
  );
}
