import { useTranslation } from "react-i18next";
import { formatNumber } from "@/lib/format/numbers";
import { BarList, StatTiles } from "@/ui/display/Stats";
import { ErrorState } from "@/ui/feedback/ErrorState";
import css from "./Broadcasts.module.css";
import { type App, useReach } from "./broadcasts";

const most = 8;

/** Devices that a broadcast to an app would reach, with their versions. */
export function BroadcastReach({ app }: { app: App }) {
  const { t } = useTranslation("broadcasts");
  const { t: common } = useTranslation();
  const { data, failure } = useReach(app, true);
  if (failure) return <ErrorState text={common("requestFailed")} {...failure} />;
  const reach = data?.data;
  return (
    <>
      <StatTiles
        least={120}
        tiles={[
          { name: t("columns.devices"), figure: reach ? formatNumber(reach.devices) : null },
          { name: t("columns.users"), figure: reach ? formatNumber(reach.users) : null },
        ]}
      />
      {reach && reach.versions.length > 0 && (
        <>
          <h3 className={css.head}>{t("versions")}</h3>
          <BarList
            items={reach.versions.slice(0, most).map(({ app_version, devices }) => ({
              name: app_version,
              count: devices,
            }))}
          />
        </>
      )}
    </>
  );
}
