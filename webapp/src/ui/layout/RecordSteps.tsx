import { Button } from "@blueprintjs/core";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { formatNumber } from "@/lib/format/numbers";
import { useSingleFlight } from "@/lib/hooks/useSingleFlight";
import { type ListPosition, positionIn } from "@/lib/list/listOrders";
import { useErrorToast } from "../feedback/useErrorToast";
import { Icon } from "../icons/Icon";
import css from "./DetailScreen.module.css";

export interface RecordStepsProps {
  id: number;
  steps: {
    /** Path of the list. */
    list: string;
    /** Address of another record of the list. */
    addressOf: (id: number) => string;
  };
}

/** Place of a record in the list from which it was opened, with buttons for the previous and the next record. */
export function RecordSteps({ id, steps }: RecordStepsProps) {
  const position = positionIn(steps.list, id);
  return position && <Steps position={position} steps={steps} />;
}

function Steps({ position, steps: { list, addressOf } }: Pick<RecordStepsProps, "steps"> & { position: ListPosition }) {
  const { t } = useTranslation("common", { keyPrefix: "steps" });
  const navigate = useNavigate();
  const failed = useErrorToast();
  const { run, busy } = useSingleFlight(async (direction: "previous" | "next") => {
    try {
      const id = (await position[direction]?.()) ?? null;
      // The list has become shorter since.
      navigate(id === null ? list : addressOf(id));
    } catch (error) {
      failed(error);
    }
  });
  const step = (direction: "previous" | "next") => {
    const isThere = position[direction] !== undefined;
    return (
      <Button
        variant="minimal"
        icon={<Icon name={direction} />}
        aria-label={t(isThere ? direction : direction === "next" ? "atEnd" : "atStart")}
        title={t(isThere ? direction : direction === "next" ? "atEnd" : "atStart")}
        data-record-step={direction}
        aria-disabled={!isThere || busy}
        className={isThere ? "" : (css.off ?? "")}
        onClick={() => isThere && void run(direction)}
      />
    );
  };
  const { number, total } = position;
  return (
    <nav aria-label={t("label")} className={css.steps}>
      <span>{t("position", { number: formatNumber(number), total: formatNumber(total) })}</span>
      {step("previous")}
      {step("next")}
    </nav>
  );
}
