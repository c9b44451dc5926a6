import { useTranslation } from "react-i18next";
import { download } from "@/api/client";
import { saveFile } from "@/lib/files/saveFile";
import { plural } from "@/lib/format/numbers";
import { useSingleFlight } from "@/lib/hooks/useSingleFlight";
import { toast } from "@/ui/feedback/toast";
import { useErrorToast } from "@/ui/feedback/useErrorToast";
import { Tool } from "@/ui/layout/Toolbar";
import type { ListToolsProps } from "@/ui/list/listContext";
import css from "./Exports.module.css";

interface Props extends Pick<ListToolsProps, "columns" | "reading" | "total"> {
  list: string;
  onClose: () => void;
}
const formats = ["csv", "xlsx"] as const;

/** Export all rows that match the filters, with the shown columns. */
export function ExportPanel({ list, reading, total, columns, onClose }: Props) {
  const { t } = useTranslation("exports");
  const failed = useErrorToast();
  const shown = columns.filter(({ shown: seen, fields }) => seen && fields.length > 0);
  const save = useSingleFlight(async (format: (typeof formats)[number]) => {
    const { path, query } = reading.options;
    const body = {
      filters: { ...path, ...query } as Record<string, never>,
      columns: shown.map(({ column, fields }) => ({ title: column.header, fields: [...fields] })),
      format,
    };
    try {
      const { name, content } = await download("/careops/lists/{list_name}/export", {
        path: { list_name: list },
        body,
      });
      saveFile(name, content);
      toast.success(t("done"));
      onClose();
    } catch (error) {
      failed(error, t("failed"));
    }
  });
  return (
    <>
      <p className={css.about}>
        {t("rows", plural(total))}
        <br />
        <span className="soft">{shown.map(({ column }) => column.header).join(", ")}</span>
      </p>
      <div className={css.formats}>
        {formats.map((format) => (
          <Tool key={format} icon="download" text={t(format)} busy={save.busy} onClick={() => void save.run(format)} />
        ))}
      </div>
    </>
  );
}
