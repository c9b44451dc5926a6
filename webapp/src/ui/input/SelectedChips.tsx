import { useTranslation } from "react-i18next";
import { Icon } from "../icons/Icon";
import css from "./SelectedChips.module.css";

interface Props {
  label: string;
  picked: readonly { key: string; text: string }[];
  onRemove: (key: string) => void;
}

/** List of picked values, each with a remove button. */
export function SelectedChips({ label, picked, onRemove }: Props) {
  const { t } = useTranslation();
  if (picked.length === 0) return null;
  return (
    <ul className={css.list} aria-label={label}>
      {picked.map(({ key, text }) => (
        <li key={key} className={css.item}>
          {text}
          <button
            type="button"
            className={css.remove}
            aria-label={t("removeItem", { name: text })}
            onClick={(event) => {
              // The button disappears with its entry, so the focus moves to the next one.
              const list = event.currentTarget.closest("ul");
              const next = event.currentTarget.closest("li")?.nextElementSibling ?? list?.previousElementSibling;
              onRemove(key);
              next?.querySelector<HTMLElement>("button, input")?.focus();
            }}
          >
            <Icon name="close" size={14} />
          </button>
        </li>
      ))}
    </ul>
  );
}
