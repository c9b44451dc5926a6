import { useTranslation } from "react-i18next";
import { formatNumber } from "@/lib/format/numbers";
import { formatDay } from "@/lib/time/dates";
import { Modal, ModalBody } from "@/ui/dialog/Modal";
import { BarList, StatTiles } from "@/ui/display/Stats";
import { ErrorState } from "@/ui/feedback/ErrorState";
import css from "./Broadcasts.module.css";
import { type Broadcast, useAdoption } from "./broadcasts";

/** Devices that followed a broadcast, day by day. */
export function AdoptionDialog({ broadcast, onClose }: { broadcast: Broadcast; onClose: () => void }) {
  const { t } = useTranslation("broadcasts");
  const { t: common } = useTranslation();
  const { data, failure } = useAdoption(broadcast.id);
  const adoption = data?.data;
  return (
    <Modal title={t("adoption.title")} width={520} first="button" onClose={onClose}>
      <ModalBody>
        {failure ? (
          <ErrorState text={common("requestFailed")} {...failure} />
        ) : (
          <>
            <StatTiles
              least={140}
              tiles={[
                { name: t("columns.devices"), figure: formatNumber(adoption?.broadcast.devices ?? broadcast.devices) },
                { name: t("columns.seen"), figure: adoption ? formatNumber(adoption.broadcast.seen) : null },
              ]}
            />
            <h3 className={css.head}>{t("adoption.days")}</h3>
            {adoption && (
              <BarList items={adoption.days.map(({ day, seen }) => ({ name: formatDay(day), count: seen }))} />
            )}
          </>
        )}
      </ModalBody>
    </Modal>
  );
}
