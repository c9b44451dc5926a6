import { useTranslation } from "react-i18next";
import type { ChangeCall } from "@/api/gen/proposableCalls";
import type { Mutation } from "@/api/mutation";
import { formatNumber } from "@/lib/format/numbers";
import { NumberField } from "../fields/fields";
import { FormDialog } from "../form/FormDialog";

interface Props {
  name: string;
  /** Current position, starting at 1. */
  place: number;
  total: number;
  /** Name of the call that moves the row. */
  call: ChangeCall;
  toRequest: (place: number) => Mutation;
  onMoved: () => void;
  onClose: () => void;
}

/** Dialog that moves a row to a position on another page, which dragging cannot reach. */
export function MoveToPosition({ name, place, total, call, toRequest, onMoved, onClose }: Props) {
  const { t } = useTranslation("reorder", { keyPrefix: "moveTo" });
  return (
    <FormDialog
      title={t("title", { name })}
      submit={t("submit")}
      initial={{ position: "" }}
      draft={null}
      rules={{ position: { required: true, min: 1, max: total } }}
      call={call}
      toRequest={({ position }) => toRequest(Number(position))}
      onSent={onMoved}
      onClose={onClose}
    >
      {(ask) => (
        <NumberField
          label={t("position")}
          {...ask("position", { missing: t("missing") })}
          hint={t("hint", { total: formatNumber(total), place: formatNumber(place) })}
        />
      )}
    </FormDialog>
  );
}
