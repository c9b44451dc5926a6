import { useTranslation } from "react-i18next";
import { ApiError, isSilent } from "@/api/errors";
import { saveFile } from "@/lib/saveFile";
import { useServerText } from "@/lib/useFailureText";
import { useOnce } from "@/lib/useOnce";
import { notify } from "@/ui/notify";
import { Tool } from "@/ui/Toolbar";
import { exportLeads, type LeadQuery } from "./leads";

interface Props {
  query: LeadQuery;
  campaignId: number | null;
  disabled: boolean;
}

/** Saves every lead that the filters leave, on whichever page it stands. */
export function ExportButton({ query: { values }, campaignId, disabled }: Props) {
  const { t } = useTranslation("leads");
  const said = useServerText();
  const save = useOnce(async () => {
    try {
      const { name, content } = await exportLeads(values, campaignId);
      saveFile(name, content);
      notify.success(t("export.done"));
    } catch (error) {
      if (isSilent(error)) return;
      const first = error instanceof ApiError ? error.problems[0]?.title : undefined;
      if (first) notify.error(said(first), t("export.failed"));
      else notify.error(t("export.failed"));
    }
  });
  return (
    <Tool
      icon="download"
      text={t("export.action")}
      busy={save.busy}
      disabled={disabled}
      onClick={() => void save.run()}
    />
  );
}
