import { Button } from "@blueprintjs/core";
import { useTranslation } from "react-i18next";
import { useGenericError } from "@/lib/errors/useGenericError";
import type { Failure } from "../feedback/ErrorState";
import { Message } from "../feedback/Message";
import { Breadcrumb, type Parent } from "./Breadcrumb";
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
