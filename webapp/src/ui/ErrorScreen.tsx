import { Button } from "@blueprintjs/core";
import { useTranslation } from "react-i18next";
import { useGenericError } from "@/lib/useGenericError";
import { Breadcrumb, type Parent } from "./Breadcrumb";
import type { Failure } from "./ErrorState";
import { Message } from "./Message";
import { Page } from "./Page";

interface Props extends Failure {
  title: string;
  parent: Parent;
}

/** Replaces a record that could not be read. */
export function ErrorScreen({ title, parent, error, busy, onRetry }: Props) {
  const { t } = useTranslation();
  const generic = useGenericError();
  return (
    <Page title={title} above={<Breadcrumb parent={parent} name={title} />}>
      <Message alert icon="warning" text={generic()} error={error}>
        <Button text={t("retry")} loading={busy} onClick={onRetry} />
      </Message>
    </Page>
  );
}
