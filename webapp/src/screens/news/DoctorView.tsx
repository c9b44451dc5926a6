import { useState } from "react";
import { useTranslation } from "react-i18next";
import { webAddress } from "@/lib/format/webAddress";
import { formatDay } from "@/lib/time/dates";
import { formatTime } from "@/lib/time/times";
import { Modal, ModalBody } from "@/ui/dialog/Modal";
import { useFileData } from "@/ui/fields/useFileData";
import css from "./DoctorView.module.css";
import type { ArticleValues } from "./news";

interface Props {
  values: ArticleValues;
  onClose: () => void;
}

/** Preview of an article at the width of a phone. */
export function DoctorView({ values, onClose }: Props) {
  const { t } = useTranslation("news", { keyPrefix: "doctorView" });
  return (
    <Modal title={t("title")} width={430} first="button" onClose={onClose}>
      <ModalBody>
        <p className="soft">{t(values.published === "yes" ? "seen" : "unseen")}</p>
        <Phone values={values} />
      </ModalBody>
    </Modal>
  );
}

function Phone({ values }: { values: ArticleValues }) {
  const { t } = useTranslation("news", { keyPrefix: "doctorView" });
  const { t: news } = useTranslation("news");
  const isEvent = values.news_type === "CME";
  const kind = values.event_type === "in-person" ? "in-person" : "virtual";
  const paragraphs = values.news_text.split(/\n\s*\n/).filter((text) => text.trim());
  const about = [values.city, values.state, ...values.specialities.map(({ name }) => name)].filter(Boolean);
  const link = webAddress(values.source_link);
  return (
    <article className={css.phone} aria-label={t("phone")}>
      <Photo photo={values.photo_url} />
      <div className={css.content}>
        {values.news_label && <p className={css.label}>{values.news_label}</p>}
        {values.title.trim() ? <h3>{values.title}</h3> : values.pharma && <h3>{values.pharma}</h3>}
        <p className={css.origin}>
          {values.news_date && formatDay(values.news_date)}
          {values.source_name && ` · ${values.source_name}`}
        </p>
        {isEvent && (
          <dl className={css.event}>
            <Fact name={news("columns.from")} value={at(values.start_day, values.all_day ? "" : values.start_time)} />
            <Fact name={news("columns.until")} value={at(values.end_day, values.all_day ? "" : values.end_time)} />
            <Fact name={news("columns.eventType")} value={news(`eventTypes.${kind}`)} />
            <Fact name={news("columns.creditHours")} value={values.credit_hours} />
          </dl>
        )}
        {paragraphs.map((text, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no id, and their order never changes
          <p key={at} className={css.text}>
            {text}
          </p>
        ))}
        {link && (
          <a href={link} target="_blank" rel="noopener noreferrer">
            {t("readMore", { host: new URL(link).host })}
          </a>
        )}
        {about.length > 0 && <p className={css.origin}>{about.join(" · ")}</p>}
        {values.tags.length > 0 && (
          <ul className={css.tags}>
            {values.tags.map(({ tag_name }) => (
              <li key={tag_name}>{tag_name}</li>
            ))}
          </ul>
        )}
      </div>
    </article>
  );
}

function Photo({ photo }: { photo: File | string | null }) {
  const chosen = useFileData(photo instanceof File ? photo : null);
  const [failed, setFailed] = useState<string | null>(null);
  const address = photo instanceof File ? chosen : photo;
  if (!address || address === failed) return null;
  return <img src={address} alt="" onError={() => setFailed(address)} />;
}

function Fact({ name, value }: { name: string; value: string }) {
  if (!value) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

const at = (day: string, time: string) => [day && formatDay(day), time && formatTime(time)].filter(Boolean).join(" ");
