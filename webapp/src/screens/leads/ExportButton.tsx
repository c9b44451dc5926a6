import { useTranslation } from "react-i18next";
import { saveFile } from "@/lib/files/saveFile";
import { useSingleFlight } from "@/lib/hooks/useSingleFlight";
import { toast } from "@/ui/feedback/toast";
import { useTitledErrorToast } from "@/ui/feedback/useTitledErrorToast";
import { Tool } from "@/ui/layout/Toolbar";
import { exportLeads, type LeadQuery } from "./leads";

interface Props {
  query: LeadQuery;
  campaignId: number | null;
  disabled: boolean;
}

/** Export all leads that match the filters. */
export function ExportButton({ query: { values }, campaignId, disabled }: Props) {
  const { t } = useTranslation("leads");
  const failed = useTitledErrorToast();
  const save = useSingleFlight(async () => {
    try {
      const { name, content } = await exportLeads(values, campaignId);
      saveFile(name, content);
      toast.success(t("export.done"));
    } catch (error) {
      failed(error, t("export.failed"));
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
