import { useCallback, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useRefresh } from "@/api/hooks";
import { paths } from "@/app/paths";
import { useTranslateServerMessage } from "@/lib/errors/useErrorText";
import { labelOf } from "@/lib/format/labels";
import { useListQuery } from "@/lib/list/useListQuery";
import { StatusTag } from "@/ui/cells/StatusTag";
import { Panel, Panels } from "@/ui/layout/DetailScreen";
import { Page } from "@/ui/layout/Page";
import { Tool, Toolbar } from "@/ui/layout/Toolbar";
import { ListSection } from "@/ui/list/ListSection";
import { column } from "@/ui/table/columns";
import type { Column } from "@/ui/table/columnTypes";
import css from "./DataGeneration.module.css";
import { type GenerationJob, type Kind, kinds, type NamedClinic, useRuns } from "./dataGeneration";
import { GenerateDialog } from "./GenerateDialog";
import { ProgressDialog } from "./ProgressDialog";
import { useProgressText } from "./useProgressText";

const tones = { done: "good", failed: "bad", cancelled: "neutral", waiting: "waiting", running: "waiting" } as const;

/** The two kinds of generated data (B 2), and all runs. */
export function DataGenerationScreen() {
  const { t } = useTranslation("dataGeneration");
  const query = useListQuery();
  const list = useRuns(query);
  const reload = useRefresh("/careops/data_generation");
  const [asking, setAsking] = useState<Kind | null>(null);
  const [watched, setWatched] = useState<number | null>(null);
  const columns = useColumns();
  const stopWatching = useCallback(() => setWatched(null), []);
  return (
    <Page title={t("title")}>
      <p className={`soft ${css.about}`}>{t("about")}</p>
      <Panels even>
        {kinds.map((kind) => (
          <Panel key={kind} title={t(`names.data_generation_${kind}`)}>
            <p className={`soft ${css.about}`}>{t(`kinds.${kind}.about`)}</p>
            <Toolbar actions={<Tool main text={t(`kinds.${kind}.button`)} onClick={() => setAsking(kind)} />} />
          </Panel>
        ))}
      </Panels>
      <ListSection
        title={t("runs")}
        list={list}
        pages={query}
        columns={columns}
        rowKey={({ id }) => id}
        empty={{ text: t("empty") }}
      />
      {asking && (
        <GenerateDialog kind={asking} onUnderWay={setWatched} onAsked={reload} onClose={() => setAsking(null)} />
      )}
      {watched !== null && <ProgressDialog jobId={watched} onClose={stopWatching} />}
    </Page>
  );
}

function useColumns(): Column<GenerationJob>[] {
  const { t } = useTranslation("dataGeneration");
  const steps = useProgressText();
  const translate = useTranslateServerMessage();
  return useMemo(() => {
    const names = t("names", { returnObjects: true });
    const states = t("states", { returnObjects: true });
    return [
      column.text("kind", t("columns.what"), 80, ({ kind }) => labelOf(names, kind.replace(".", "_"))),
      column.custom(
        "clinics",
        t("columns.clinics"),
        230,
        ({ clinics }: GenerationJob) => <ClinicLinks clinics={clinics} />,
        { grow: 3 },
      ),
      column.phone("phone_number", t("columns.phone"), 150, ({ phone_number }) => phone_number, {
        below: t("columns.clinics"),
      }),
      column.custom("state", t("columns.state"), 120, ({ state }: GenerationJob) => (
        <StatusTag
          text={labelOf(states, state) ?? state}
          tone={(tones as Record<string, (typeof tones)[keyof typeof tones]>)[state] ?? "neutral"}
        />
      )),
      column.text(["done", "total"], t("columns.progress"), 130, steps),
      column.moment("asked_at", t("columns.askedAt"), 170, ({ asked_at }) => asked_at),
      column.text("asked_by", t("columns.askedBy"), 150, ({ asked_by }) => asked_by, { below: t("columns.askedAt") }),
      column.text("problem", t("columns.problem"), 220, ({ problem }) => problem && translate(problem), { soft: true }),
    ];
  }, [t, steps, translate]);
}

const most = 2;

/** Links to the clinics; those after the first two appear on request. */
function ClinicLinks({ clinics }: { clinics: readonly NamedClinic[] }) {
  const { t } = useTranslation("dataGeneration");
  const [all, setAll] = useState(false);
  const hiddenCount = clinics.length - most;
  if (clinics.length === 0) return <span className="soft nothing">-</span>;
  return (
    <ul className={css.clinics}>
      {(all ? clinics : clinics.slice(0, most)).map(({ id, name }) => (
        <li key={id}>
          <Link to={paths.clinic({ clinicId: id })}>{name}</Link>
        </li>
      ))}
      {!all && hiddenCount > 0 && (
        <li>
          <button type="button" className="text-button" onClick={() => setAll(true)}>
            {t("moreClinics", { count: hiddenCount })}
          </button>
        </li>
      )}
    </ul>
  );
}
