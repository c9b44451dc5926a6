import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ReferenceField, ReferenceModels, ReferenceParameter } from "@/api/reference";
import type { Access } from "@/api/session";
import { Icon } from "@/ui/icons/Icon";
import css from "./ApiReference.module.css";
import { Markdown } from "./Markdown";
import { useAccountNames } from "./useAccountNames";

interface Props {
  fields: readonly (ReferenceField | ReferenceParameter)[];
  models: ReferenceModels;
  restricted?: Record<string, Access> | undefined;
}

/** Fields with type, limits and description. The fields of a model inside open on demand. */
export function FieldList({ fields, models, restricted = {} }: Props) {
  const { t } = useTranslation("apiReference");
  const accountNames = useAccountNames();
  if (fields.length === 0) return <p className="soft">{t("noFields")}</p>;
  return (
    <dl className={css.fields}>
      {fields.map((field) => {
        const limit = restricted[field.name];
        return (
          <div key={field.name}>
            <dt>
              <code>{field.name}</code>
              <span className="soft">{field.type}</span>
              {"in" in field && <span className="soft">{t(`in.${field.in}`)}</span>}
              {field.required && <strong className={css.required}>{t("required")}</strong>}
              {field.nullable && <span className="soft">{t("nullable")}</span>}
            </dt>
            <dd>
              {field.text && (
                <div lang="en">
                  <Markdown text={field.text} />
                </div>
              )}
              <Limits field={field} />
              {limit && <p className="doubt">{t("onlyFor", { accounts: accountNames(limit) })}</p>}
              <Inside field={field} models={models} />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

function Limits({ field: { limits, choices, default: standard } }: { field: ReferenceField }) {
  const { t } = useTranslation("apiReference");
  if (!limits && !choices && standard === undefined) return null;
  return (
    <p className={css.limits}>
      {limits && <span>{limits}</span>}
      {choices && (
        <span>
          {t("oneOf")}
          {choices.map((choice) => (
            <code key={String(choice)}>{String(choice)}</code>
          ))}
        </span>
      )}
      {standard !== undefined && (
        <span>
          {t("default")} <code>{JSON.stringify(standard)}</code>
        </span>
      )}
    </p>
  );
}

function Inside({ field, models }: { field: ReferenceField; models: ReferenceModels }) {
  const { t } = useTranslation("apiReference");
  const [open, setOpen] = useState(false);
  const model = field.model ? models[field.model] : undefined;
  const fields = field.fields ?? model?.fields ?? [];
  if (field.fields) return <FieldList fields={field.fields} models={models} />;
  if (fields.length === 0) return null;
  return (
    <>
      <button type="button" className={css.inside} aria-expanded={open} onClick={() => setOpen(!open)}>
        <Icon name={open ? "open" : "next"} size={14} />
        {t("fieldsOf", { name: field.model })}
      </button>
      {open && <FieldList fields={fields} models={models} />}
    </>
  );
}
