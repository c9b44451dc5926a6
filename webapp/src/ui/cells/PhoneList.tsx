import { Tag } from "@blueprintjs/core";
import css from "./PhoneList.module.css";
import { PhoneNumber } from "./PhoneNumber";

/** Phone numbers with their type. */
export function PhoneList({ phones }: { phones: readonly { number: string; type: string | null }[] }) {
  if (phones.length === 0) return "-";
  return (
    <ul className={css.list}>
      {phones.map(({ number, type }) => (
        <li key={`${number} ${type}`}>
          <PhoneNumber number={number} />
          {type && <Tag minimal>{type}</Tag>}
        </li>
      ))}
    </ul>
  );
}
