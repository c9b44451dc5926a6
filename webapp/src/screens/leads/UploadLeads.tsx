import { type ComponentProps, useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { clinicSearchDebounceMs } from "@/api/gen/constants";
import { send } from "@/api/mutation";
import { formatNumber } from "@/lib/format/numbers";
import { searchClinics, useChosenClinic } from "@/screens/campaigns/shared/clinicChoice";
import { toast } from "@/ui/feedback/toast";
import { FileField } from "@/ui/fields/FileField";
import { FieldLabel } from "@/ui/fields/fields";
import type { GetFieldProps } from "@/ui/fields/useFieldProps";
import { AsyncSelectField } from "@/ui/filters/AsyncSelect";
import { FormDialog } from "@/ui/form/FormDialog";
import { LeadUploadPreview } from "./LeadUploadPreview";
import { type ColumnAssignment, type Correction, leadFileRule, uploadLeadsRequest, useReloadLeads } from "./leads";

interface Values {
  clinic: string;
  clinicName: string;
  file0: File | null;
}
interface Props {
  /** The clinic of the list's filter, "" for none. */
  clinic: string;
  clinicName: string;
  onUploaded: (clinic: string, clinicName: string) => void;
  onClose: () => void;
}
const rules = {};
type LeadsUpload = ReturnType<typeof uploadLeadsRequest>;

/** Add the leads of a file to a clinic, which is chosen first (B 5). */
export function UploadLeads({ clinic, clinicName, onUploaded, onClose }: Props) {
  const { t } = useTranslation("leads", { keyPrefix: "upload" });
  const reload = useReloadLeads();
  const [progress, setProgress] = useState<number | null>(null);
  const [columns, setColumns] = useState<ColumnAssignment>({});
  const [corrections, setCorrections] = useState<readonly Correction[]>([]);
  const [blocked, setBlocked] = useState<string | null>(null);
  const sending = useRef<AbortController>(undefined);

  function forget() {
    setColumns({});
    setCorrections([]);
  }
  function toRequest({ clinic: id, file0 }: Values) {
    return file0 && uploadLeadsRequest(Number(id), file0, { columns, corrections });
  }
  async function upload(request: LeadsUpload) {
    sending.current = new AbortController();
    setProgress(0);
    try {
      return await send(request, { signal: sending.current.signal, onProgress: setProgress });
    } finally {
      setProgress(null);
    }
  }
  function saved({ added, known: knownCount }: { added: number | null; known: number | null }, values: Values) {
    const isCounted = added !== null && knownCount !== null;
    toast.success(t("done"), {
      detail: isCounted ? t("counted", { added: formatNumber(added), known: formatNumber(knownCount) }) : undefined,
    });
    onUploaded(values.clinic, values.clinicName);
    return reload();
  }
  return (
    <FormDialog
      title={t("title")}
      submit={t("submit")}
      width={640}
      initial={{ clinic, clinicName, file0: null } as Values}
      draft={null}
      rules={rules}
      call="UploadLeads"
      fallback={t("failed")}
      blocked={blocked}
      toRequest={toRequest}
      send={upload}
      onSent={(answer, values) => answer && saved(answer.data, values)}
      onClose={onClose}
    >
      {(ask, form) => (
        <>
          <ClinicField ask={ask} form={form} />
          <FileField
            label={t("file")}
            control={form.control}
            rule={leadFileRule}
            progress={progress}
            onCancel={() => sending.current?.abort()}
            {...ask("file0", { required: true, missing: t("fileMissing"), onChange: forget })}
          />
          <p className="soft">{t("hint")}</p>
          <Look
            form={form}
            {...{ columns, corrections }}
            onAssign={setColumns}
            onCorrect={setCorrections}
            onBlock={setBlocked}
          />
        </>
      )}
    </FormDialog>
  );
}

type LookProps = Omit<ComponentProps<typeof LeadUploadPreview>, "clinicId" | "file"> & { form: UseFormReturn<Values> };
/** Preview as soon as clinic and file are chosen; nothing is stored before "Upload". */
function Look({ form, ...assigning }: LookProps) {
  const [clinic, file] = useWatch({ control: form.control, name: ["clinic", "file0"] });
  if (!clinic || !file) return null;
  // The key resets the preview for another file.
  const key = `${file.name} ${file.size} ${file.lastModified}`;
  return <LeadUploadPreview key={key} clinicId={Number(clinic)} file={file} {...assigning} />;
}

function ClinicField({ ask, form }: { ask: GetFieldProps<Values>; form: UseFormReturn<Values> }) {
  const { t } = useTranslation("leads", { keyPrefix: "upload" });
  const { t: campaigns } = useTranslation("campaigns", { keyPrefix: "clinic" });
  const [clinic, clinicName] = useWatch({ control: form.control, name: ["clinic", "clinicName"] });
  const chosen = useChosenClinic({ clinic, clinic_name: clinicName });
  const { error } = ask("clinic", { required: true, missing: t("clinicFirst") });
  return (
    <FieldLabel label={t("clinic")} error={error} hint={null} required>
      {(wiring) => (
        <AsyncSelectField
          id={wiring.id}
          describedBy={wiring["aria-describedby"]}
          wrong={wiring["aria-invalid"]}
          required={wiring["aria-required"]}
          label={t("clinic")}
          placeholder={t("chooseClinic")}
          search={campaigns("search")}
          chosen={chosen}
          ask={searchClinics}
          delay={clinicSearchDebounceMs}
          noneFound={campaigns("none")}
          failed={campaigns("failed")}
          onChoose={(choice) => {
            form.setValue("clinicName", choice?.text ?? "");
            form.setValue("clinic", choice?.key ?? "", {
              shouldDirty: true,
              shouldValidate: form.formState.isSubmitted,
            });
          }}
        />
      )}
    </FieldLabel>
  );
}
