import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useTranslateServerMessage } from "@/lib/errors/useErrorText";
import { Modal, ModalBody } from "@/ui/dialog/Modal";
import { ErrorState } from "@/ui/feedback/ErrorState";
import css from "./DataGeneration.module.css";
import { isOpen, useJob, useLiveJobs } from "./dataGeneration";
import { notifyFinished } from "./GenerateDialog";
import { useProgressText } from "./useProgressText";

/** Progress of a long job; closes at the end and shows the final text (B-101). */
export function ProgressDialog({ jobId, onClose }: { jobId: number; onClose: () => void }) {
  const { t } = useTranslation("dataGeneration");
  const { t: common } = useTranslation();
  const { data, failure } = useJob(jobId);
  const steps = useProgressText();
  const translate = useTranslateServerMessage();
  const job = data?.data;
  const ended = job && !isOpen(job.state);
  useLiveJobs();
  useEffect(() => {
    if (!ended) return;
    notifyFinished(t, job.state, job.problem && translate(job.problem));
    onClose();
  }, [ended, job, t, translate, onClose]);
  return (
    <Modal title={t("form.title")} width={440} first="button" onClose={onClose}>
      <ModalBody>
        {failure ? (
          <ErrorState text={common("requestFailed")} {...failure} />
        ) : (
          <>
            <p>{t("under")}</p>
            <p className={css.steps} role="status">
              {job ? steps(job) : ""}
            </p>
            <progress
              className={css.bar}
              aria-label={t("columns.progress")}
              {...(job?.total != null && { max: job.total, value: job.done })}
            />
          </>
        )}
      </ModalBody>
    </Modal>
  );
}
