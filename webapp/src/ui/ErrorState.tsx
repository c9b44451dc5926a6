import { Button } from "@blueprintjs/core";
import { useTranslation } from "react-i18next";
import css from "./ListScreen.module.css";
import { Message } from "./Message";

interface Props {
  text: string;
  error: Error;
  busy: boolean;
  onRetry: () => void;
}

/** Replaces the content of a tab that failed to load. */
export function ErrorState({ text, error, busy, onRetry }: Props) {
  const { t } = useTranslation();
  return (
    <div className={css.card}>
      <div className={css.failed}>
        <Message alert icon="warning" text={text} error={error}>
          <Button text={t("retry")} loading={busy} onClick={onRetry} />
        </Message>
      </div>
    </div>
  );
}
