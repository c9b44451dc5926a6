import { useTranslation } from "react-i18next";
import { grouped } from "@/lib/numbers";
import { FormDialog } from "../FormDialog";
import { NumberField } from "../fields/fields";

interface Props {
  name: string;
  /** Where it is now, 1 for the first. */
  place: number;
  total: number;
  onMove: (place: number) => Promise<unknown>;
  onClose: () => void;
}

/** Moves a row to where no pointer reaches: a place on another page. */
export function MoveToPosition({ name, place, total, onMove, onClose }: Props) {
  const { t } = useTranslation("reorder", { keyPrefix: "moveTo" });
  async function move({ position }: { position: string }, close: () => void) {
    await onMove(Number(position));
    close();
  }
  return (
    <FormDialog
      title={t("title", { name })}
      submit={t("submit")}
      initial={{ position: "" }}
      draft={null}
      rules={{ position: { required: true, min: 1, max: total } }}
      onSubmit={move}
      sends={({ position }) => onMove(Number(position))}
      onClose={onClose}
    >
      {(ask) => (
        <NumberField
          label={t("position")}
          {...ask("position", { missing: t("missing") })}
          hint={t("hint", { total: grouped(total), place: grouped(place) })}
        />
      )}
    </FormDialog>
  );
}
