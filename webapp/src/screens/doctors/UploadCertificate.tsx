import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { FormDialog } from "@/ui/FormDialog";
import { FileField } from "@/ui/fields/FileField";
import { notify } from "@/ui/notify";
import { certificateRule, type DoctorProfile, uploadCertificate, useReloadDoctors } from "./doctors";

interface Values {
  file: File | null;
}
const rules = {};

/** Uploads the picture and links it at once (B-29); when that fails the file stays chosen. */
export function UploadCertificate({ doctor, onClose }: { doctor: DoctorProfile; onClose: () => void }) {
  const { t } = useTranslation("doctors");
  const reload = useReloadDoctors();
  const [progress, setProgress] = useState<number | null>(null);
  const sending = useRef<AbortController>(undefined);

  async function save({ file }: Values, close: () => void) {
    if (!file) return;
    sending.current = new AbortController();
    setProgress(0);
    try {
      await uploadCertificate(doctor, file, { signal: sending.current.signal, onProgress: setProgress });
    } finally {
      setProgress(null);
    }
    notify.success(t("certificate.uploaded"));
    close();
    await reload();
  }
  return (
    <FormDialog<Values>
      title={t(doctor.reg_photo_url ? "certificate.replaceTitle" : "certificate.uploadTitle")}
      submit={t("certificate.send")}
      initial={{ file: null }}
      rules={rules}
      fallback={t("failed")}
      onSubmit={save}
      onClose={onClose}
    >
      {(ask, form) => (
        <FileField
          label={t("certificate.file")}
          control={form.control}
          rule={certificateRule}
          tooLarge={t("certificate.tooLarge")}
          wrongKind={t("certificate.wrongKind")}
          progress={progress}
          onCancel={() => sending.current?.abort()}
          {...ask("file", { required: true, missing: t("certificate.missing") })}
        />
      )}
    </FormDialog>
  );
}
