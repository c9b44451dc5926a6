import { Button } from "@blueprintjs/core";
import { useTranslation } from "react-i18next";
import css from "../list/ListScreen.module.css";
import { Message } from "./Message";

/** A failed read and how to repeat it. */
export interface Failure {
  error: Error;
  /** The read runs again. */
  busy: boolean;
  onRetry: () => void;
}
interface Props extends Failure {
  text: string;
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
