import { Tag } from "@blueprintjs/core";
import { phoneText } from "@/lib/phone";
import css from "./PhoneList.module.css";

/** Numbers, each with what it is for. */
export function PhoneList({ phones }: { phones: readonly { number: string; type: string | null }[] }) {
  if (phones.length === 0) return "-";
  return (
    <ul className={css.list}>
      {phones.map(({ number, type }) => (
        <li key={`${number} ${type}`}>
          <span className="number">{phoneText(null, number)}</span>
          {type && <Tag minimal>{type}</Tag>}
        </li>
      ))}
    </ul>
  );
}
