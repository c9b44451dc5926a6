import { useTranslation } from "react-i18next";
import { FormDialog } from "@/ui/FormDialog";
import { PictureField } from "@/ui/fields/PictureField";
import { usePicture } from "@/ui/fields/usePicture";
import { toast } from "@/ui/toast";
import { type DoctorProfile, linkCertificate, useReloadDoctors } from "./doctors";

interface Values {
  file: File | null;
}
const rules = {};

/** Upload the picture and link it at once (B-29); after a failure the file stays chosen. */
export function UploadCertificate({ doctor, onClose }: { doctor: DoctorProfile; onClose: () => void }) {
  const { t } = useTranslation("doctors");
  const reload = useReloadDoctors();
  const picture = usePicture("certificates");

  const send = async ({ file }: Values) => linkCertificate(doctor, await picture.addressOf(file));
  async function save(values: Values, close: () => void) {
    await send(values);
    toast.success(t("certificate.uploaded"));
    close();
    await reload();
  }
  return (
    <FormDialog<Values>
      title={t(doctor.reg_photo_url ? "certificate.replaceTitle" : "certificate.uploadTitle")}
      submit={t("certificate.send")}
      initial={{ file: null }}
      draft={null}
      rules={rules}
      fallback={t("failed")}
      onSubmit={save}
      sends={send}
      onClose={onClose}
    >
      {(ask, form) => (
        <PictureField
          label={t("certificate.file")}
          control={form.control}
          {...picture.shown}
          {...ask("file", { required: true, missing: t("certificate.missing") })}
        />
      )}
    </FormDialog>
  );
}
