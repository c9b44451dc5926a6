import { useTranslation } from "react-i18next";
import { labelOf } from "@/lib/format/labels";
import { formatNumber } from "@/lib/format/numbers";
import type { ShownRecord } from "@/ui/context/recordContext";
import css from "./HereNow.module.css";
import { usePresence } from "./presence";

/** Number of named colleagues. The others are counted. */
const namesMax = 3;

/** Colleagues who have the record open too. Those who edit it come first. */
export function HereNow({ record }: { record: ShownRecord }) {
  const { t } = useTranslation("presence");
  const { t: common } = useTranslation();
  const colleagues = usePresence(record);
  const types = common("accountTypes", { returnObjects: true });
  const names = colleagues.slice(0, namesMax).map((colleague) => {
    const name = colleague.name ?? labelOf(types, colleague.account_type) ?? "";
    return colleague.editing ? t("editing", { name }) : name;
  });
  const others = colleagues.length - names.length;
  const listed = names.join(", ");
  const people = others > 0 ? t("more", { people: listed, formatted: formatNumber(others) }) : listed;
  if (!people) return null;
  const text = t("hereNow", { people });
  return (
    <span className={css.here} title={text} data-editing={colleagues.some(({ editing }) => editing) || undefined}>
      {text}
    </span>
  );
}
