import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useConfirmedAction } from "@/ui/action/useAction";
import { Picture } from "@/ui/cells/Picture";
import { Tool } from "@/ui/layout/Toolbar";
import { type DoctorProfile, linkCertificateRequest, useReloadDoctors } from "./doctors";
import { UploadCertificate } from "./UploadCertificate";
import css from "./Verification.module.css";

/** Registration certificate: view, upload, replace, delete; locked while verified (B-27). */
export function Certificate({ doctor }: { doctor: DoctorProfile }) {
  const { t } = useTranslation("doctors", { keyPrefix: "certificate" });
  const { t: doctors } = useTranslation("doctors");
  const [isUploading, setUploading] = useState(false);
  const removal = useConfirmedAction({
    title: t("deleteTitle"),
    ask: t("ask"),
    toRequest: () => linkCertificateRequest(doctor, null),
    done: t("deleted"),
    fallback: doctors("failed"),
    reload: useReloadDoctors(),
  });
  const { reg_photo_url: address, verified } = doctor;
  return (
    <section className={css.part} aria-label={t("title")}>
      <h3>{t("title")}</h3>
      {address ? <CertificatePicture doctor={doctor} /> : <p className="soft">{t("none")}</p>}
      {verified ? (
        <p className="soft">{t("locked")}</p>
      ) : (
        <div className={css.actions}>
          <Tool icon="upload" text={t(address ? "replace" : "upload")} onClick={() => setUploading(true)} />
          {address && <Tool icon="delete" text={t("delete")} busy={removal.busy} onClick={() => removal.ask()} />}
        </div>
      )}
      {isUploading && <UploadCertificate doctor={doctor} onClose={() => setUploading(false)} />}
      {removal.dialog}
    </section>
  );
}

const kinds: Record<string, string> = { jpg: "JPEG", jpeg: "JPEG", png: "PNG", tif: "TIFF", tiff: "TIFF" };

/** The picture, or a link to its file if browsers cannot show it. */
export function CertificatePicture({ doctor }: { doctor: DoctorProfile }) {
  const { t } = useTranslation("doctors", { keyPrefix: "certificate" });
  const { reg_photo_url: address, certificate, name } = doctor;
  if (!address) return null;
  const ending = /\.(\w+)$/.exec(certificate ?? address.split("?")[0] ?? "")?.[1]?.toLowerCase() ?? "";
  const kind = kinds[ending];
  return (
    <Picture
      address={address}
      open={t("open")}
      download={kind ? t("downloadKind", { kind }) : t("download")}
      fileName={[t("fileName", { name }), kind && ending].filter(Boolean).join(".")}
      isTiff={kind === "TIFF"}
    />
  );
}
