import { useTranslation } from "react-i18next";
import { withPicture } from "@/api/mutation";
import { PictureField } from "@/ui/fields/PictureField";
import { usePicture } from "@/ui/fields/usePicture";
import { FormDialog } from "@/ui/form/FormDialog";
import { type DoctorProfile, linkCertificateRequest, useReloadDoctors } from "./doctors";

interface Values {
  file: File | null;
}
const rules = {};

/** Upload the picture and link it at once (B-29); after a failure the file stays chosen. */
export function UploadCertificate({ doctor, onClose }: { doctor: DoctorProfile; onClose: () => void }) {
  const { t } = useTranslation("doctors");
  const reload = useReloadDoctors();
  const picture = usePicture("certificates");

  return (
    <FormDialog<Values>
      title={t(doctor.reg_photo_url ? "certificate.replaceTitle" : "certificate.uploadTitle")}
      submit={t("certificate.send")}
      initial={{ file: null }}
      draft={null}
      rules={rules}
      // A change request cannot contain a new image.
      call={null}
      fallback={t("failed")}
      toRequest={({ file }) => withPicture("certificates", file, (address) => linkCertificateRequest(doctor, address))}
      send={picture.send}
      done={t("certificate.uploaded")}
      onSent={reload}
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
