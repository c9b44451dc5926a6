import { useTranslation } from "react-i18next";
import { createViewRules as rules } from "@/api/gen/rules";
import { TextField } from "@/ui/fields/fields";
import { FormDialog } from "@/ui/form/FormDialog";
import css from "./ListLayoutProvider.module.css";
import { type SavedView, saveViewRequest, type ViewBody } from "./views";

interface Values {
  name: string;
  shared: boolean;
}
interface Props {
  list: string;
  /** The view to rename or share; null saves the current list as a new one. */
  editing: SavedView | null;
  asItIs: Pick<ViewBody, "filters" | "columns">;
  onSaved: (view: SavedView) => Promise<void>;
  onClose: () => void;
}

export function ViewForm({ list, editing, asItIs, onSaved, onClose }: Props) {
  const { t } = useTranslation("views");
  const { t: common } = useTranslation();
  function toRequest(values: Values) {
    const { filters, columns } = editing ?? asItIs;
    return saveViewRequest(list, { name: values.name.trim(), shared: values.shared, filters, columns }, editing);
  }
  return (
    <FormDialog
      title={t(editing ? "form.edit" : "form.create")}
      submit={common("save")}
      initial={{ name: editing?.name ?? "", shared: editing?.shared ?? false }}
      draft={editing ? `view.${editing.id}` : "view"}
      rules={rules}
      call={editing ? "UpdateView" : "CreateView"}
      toRequest={toRequest}
      onSent={(answer) => answer && onSaved(answer.data.view)}
      onClose={onClose}
    >
      {(ask, { register }) => (
        <>
          <TextField
            label={t("form.name")}
            {...ask("name", { missing: t("form.missing") })}
            {...(!editing && { hint: t("form.about") })}
            autoComplete="off"
          />
          <label className={css.check}>
            <input type="checkbox" {...register("shared")} />
            {t("form.shared")}
          </label>
        </>
      )}
    </FormDialog>
  );
}
