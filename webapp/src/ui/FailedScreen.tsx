import { Button } from "@blueprintjs/core";
import { useTranslation } from "react-i18next";
import { Message } from "./Message";
import { Page } from "./Page";

interface Props {
  title: string;
  error: Error;
  busy: boolean;
  onRetry: () => void;
}

/** In place of a record that could not be read. */
export function FailedScreen({ title, error, busy, onRetry }: Props) {
  const { t } = useTranslation();
  return (
    <Page title={title}>
      <Message alert icon="warning" text={t("genericError")} error={error}>
        <Button text={t("retry")} loading={busy} onClick={onRetry} />
      </Message>
    </Page>
  );
}
