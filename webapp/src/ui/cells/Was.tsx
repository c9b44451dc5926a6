import { useTranslation } from "react-i18next";

/** Earlier value of a marked value; nothing if it is not marked. */
export function Was({ value }: { value: string | undefined }) {
  const { t } = useTranslation();
  if (value === undefined) return null;
  const text = t("was", { value: value || "-" });
  return (
    <>
      {" "}
      <small data-was title={text}>
        {text}
      </small>
    </>
  );
}
