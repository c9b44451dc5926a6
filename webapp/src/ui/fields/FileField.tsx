import { type DragEvent, useRef, useState } from "react";
import { type Control, type FieldValues, type Path, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { type FileRule, fileError } from "@/lib/files/fileRules";
import { formatSize } from "@/lib/format/numbers";
import { Icon } from "../icons/Icon";
import css from "./FileField.module.css";
import { FieldLabel } from "./fields";
import { useFieldHandle } from "./useFieldHandle";
import type { FieldProps } from "./useFieldProps";
import { useFileData } from "./useFileData";

interface Props<Values extends FieldValues> extends FieldProps {
  label: string;
  control: Control<Values>;
  rule: FileRule;
  /** Message for a file that is too large, if the specification has one. */
  tooLarge?: string;
  /** Text for the allowed kinds of files; the endings by default. */
  kinds?: string;
  /** Message for a file of another kind, if the specification has one. */
  wrongKind?: string;
  /** Upload progress from 0 to 1; null without an upload. */
  progress?: number | null;
  /** Stop the upload; the file stays chosen. */
  onCancel?: () => void;
}

/**
 * File field of a form: choose, drop, preview, remove, upload progress and cancel. An invalid file is refused at once
 * without a request. The form holds the `File`, the address of the stored picture, or null.
 */
export function FileField<Values extends FieldValues>(props: Props<Values>) {
  const {
    label,
    control,
    field,
    error,
    required,
    rule,
    kinds = rule.endings.join(", "),
    tooLarge,
    wrongKind,
    progress = null,
    onCancel,
  } = props;
  const { t } = useTranslation();
  const file = useWatch({ control, name: field.name as Path<Values> }) as File | string | null;
  const input = useRef<HTMLInputElement>(null);
  useFieldHandle(field, input);
  const [fault, setFault] = useState<string | null>(null);
  const sending = progress !== null;
  const most = formatSize(rule.most);

  function choose(chosen: File | null) {
    const error = chosen && fileError(chosen, rule);
    if (error === "size") setFault(tooLarge ?? t("file.size", { most }));
    else if (error === "kind" && wrongKind) setFault(wrongKind);
    else setFault(error && t(`file.${error}`, { kinds }));
    if (!error) void field.onChange({ target: { name: field.name, value: chosen } });
  }
  function onDrop(event: DragEvent) {
    event.preventDefault();
    const { files } = event.dataTransfer;
    const [dropped] = files;
    if (sending || !dropped) return;
    if (files.length > 1) setFault(t("file.several", { count: files.length }));
    else choose(dropped);
  }
  function remove() {
    choose(null);
    input.current?.focus();
  }
  const wrong = fault ? { type: "validate", message: fault } : error;
  return (
    <FieldLabel label={label} error={wrong} required={required} hint={t("file.hint", { kinds, most })}>
      {({ "aria-invalid": isWrong, "aria-required": _, ...wiring }) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an alternative to the input inside
        <div className={css.box} data-wrong={isWrong} onDragOver={(event) => event.preventDefault()} onDrop={onDrop}>
          {typeof file === "string" ? <Kept address={file} /> : file && <Preview file={file} />}
          <input
            {...wiring}
            ref={input}
            className={css.input}
            type="file"
            name={field.name}
            required={required}
            data-invalid={isWrong}
            disabled={sending}
            accept={rule.endings.join(",")}
            onBlur={() => void field.onBlur({ type: "blur", target: { name: field.name, value: file } })}
            onChange={({ target }) => {
              const [chosen] = target.files ?? [];
              // Clear the input, so that the same file can be chosen again.
              target.value = "";
              if (chosen) choose(chosen);
            }}
          />
          {sending ? (
            <div className={css.sending}>
              <progress aria-label={t("file.sending")} value={progress} />
              <span className="number">{`${Math.round(progress * 100)}%`}</span>
              {onCancel && (
                <button type="button" className="quiet" onClick={onCancel}>
                  {t("cancel")}
                </button>
              )}
            </div>
          ) : (
            <div className={css.actions}>
              <button type="button" className={css.choose} tabIndex={-1} onClick={() => input.current?.click()}>
                {t(file ? "file.other" : "file.choose")}
              </button>
              {file && (
                <button
                  type="button"
                  className="quiet"
                  aria-label={t("removeItem", { name: typeof file === "string" ? t("file.kept") : file.name })}
                  onClick={remove}
                >
                  <Icon name="close" />
                </button>
              )}
            </div>
          )}
        </div>
      )}
    </FieldLabel>
  );
}

/** The stored picture; a format that browsers cannot show becomes a download. */
function Kept({ address }: { address: string }) {
  const { t } = useTranslation();
  const [isDrawn, setIsDrawn] = useState(true);
  return (
    <div className={css.preview}>
      {isDrawn && <img src={address} alt="" onError={() => setIsDrawn(false)} />}
      <a href={address} target="_blank" rel="noreferrer" className={css.name}>
        {t("file.kept")}
      </a>
    </div>
  );
}

/** Chosen file: name, size and, if browsers can show it, the picture. */
function Preview({ file }: { file: File }) {
  const picture = useFileData(file);
  const [failed, setFailed] = useState<string | null>(null);
  return (
    <div className={css.preview}>
      {picture && picture !== failed && <img src={picture} alt="" onError={() => setFailed(picture)} />}
      <span className={css.name}>{file.name}</span>
      <span className="soft number">{formatSize(file.size)}</span>
    </div>
  );
}
