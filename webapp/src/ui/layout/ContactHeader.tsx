import type { ComponentProps, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { PhoneNumber } from "../cells/PhoneNumber";
import { StatusTag } from "../cells/StatusTag";
import { Copy } from "../display/Copy";
import css from "./ContactHeader.module.css";

type Maybe = string | null | undefined;
export interface ContactHeaderProps {
  name: string;
  /** Kind and status of the record, in one word each. */
  chips?: readonly ComponentProps<typeof StatusTag>[];
  place?: Maybe;
  phone?: Maybe;
  email?: Maybe;
  /** Next to the name. */
  mark?: ReactNode;
  /** Buttons at the end of the header. */
  actions?: ReactNode;
}

/**
 * Header of a record on each of its tabs: name, status and contact details. Support staff see them at a glance during
 * a call and can call, mail or copy with one click.
 */
export function ContactHeader({ name, chips = [], place, phone, email, mark, actions }: ContactHeaderProps) {
  const { t } = useTranslation();
  return (
    <section className={css.caller} aria-label={name}>
      <div className={css.name}>
        {/* The heading has the name for screen readers. */}
        <p aria-hidden="true">{name}</p>
        {mark}
        {chips.length > 0 && (
          <ul className={css.chips}>
            {chips.map((chip) => (
              <li key={chip.text}>
                <StatusTag {...chip} />
              </li>
            ))}
          </ul>
        )}
      </div>
      <ul className={css.facts}>
        {place && <li>{place}</li>}
        {phone && (
          <li>
            <PhoneNumber number={phone} call />
            <Copy value={phone} />
          </li>
        )}
        {email && (
          <li>
            <a href={`mailto:${email}`} aria-label={t("write", { email })}>
              {email}
            </a>
            <Copy value={email} />
          </li>
        )}
      </ul>
      {actions && <div className={css.actions}>{actions}</div>}
    </section>
  );
}
