import { type FormEvent, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { maxPasswordLength, phoneDigits } from "@/api/gen/constants";
import { isNoPhone, isPhone, parsePhone } from "@/lib/format/phone";
import { useSingleFlight } from "@/lib/hooks/useSingleFlight";
import { dropEleventhDigit } from "@/lib/input/typedCharacters";
import css from "./SignInScreen.module.css";
import { type Refusal, signIn } from "./signIn";

/** Message and field of each refusal; messages without a field appear above the button. */
const refusals = {
  password: { text: "passwordInvalid", field: "password" },
  phoneOrPassword: { text: "phoneOrPasswordInvalid", field: null },
  needAdmin: { text: "needAdmin", field: null },
  tooMany: { text: "tooMany", field: null },
  // The specified text is generic; the reason appears below it.
  blocked: { text: "failed", field: null },
  failed: { text: "failed", field: null },
} as const satisfies Record<Refusal, unknown>;

interface Props {
  /** Phone number of the person whose session has ended. The caller sets the focus. */
  knownPhone?: string | null;
}

export function SignInScreen({ knownPhone = null }: Props) {
  const { t } = useTranslation("session");
  const { t: common } = useTranslation();
  const [phone, setPhone] = useState(knownPhone ?? "");
  const [password, setPassword] = useState("");
  const [checked, setChecked] = useState(false);
  const [left, setLeft] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const phoneField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const refused = refusal && refusals[refusal];
  // The server checks incomplete numbers.
  const wrongPhone = !isPhone(phone) && (isNoPhone(phone) || (left && phone.length > phoneDigits));

  const send = useSingleFlight(async () => {
    setRefusal(null);
    const result = await signIn(phone, password);
    if (result === "signedIn") return;
    setRefusal(result);
    passwordField.current?.focus();
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    setChecked(true);
    if (!phone || wrongPhone) phoneField.current?.focus();
    else if (!password) passwordField.current?.focus();
    else void send.run();
  }

  const missing = checked && (!phone || !password);
  const message = missing ? t("missing") : refused && refused.field === null ? t(refused.text) : "";
  return (
    <>
      <title>{t("title")}</title>
      <h1 className={css.title}>{t("title")}</h1>
      <p className="soft">{t("subtitle")}</p>
      <form className={css.card} onSubmit={submit} noValidate>
        <Field
          label={t("phone")}
          error={checked && !phone ? t("phoneMissing") : wrongPhone ? common("wrongPhone") : ""}
        >
          {(wiring) => (
            <input
              {...wiring}
              ref={phoneField}
              className="field"
              type="tel"
              inputMode="numeric"
              name="phone"
              autoComplete="username"
              // biome-ignore lint/a11y/noAutofocus: the form is the only content of the page
              autoFocus={knownPhone === null}
              value={phone}
              onChange={(event) => {
                dropEleventhDigit(event);
                setLeft(false);
                setPhone(parsePhone(event.target.value));
              }}
              onBlur={() => setLeft(true)}
            />
          )}
        </Field>
        <Field
          label={t("password")}
          error={
            checked && !password ? t("passwordMissing") : refused?.field === "password" ? t("passwordInvalid") : ""
          }
        >
          {(wiring) => <Password {...wiring} inputRef={passwordField} value={password} onChange={setPassword} />}
        </Field>
        <p role="alert" className={css.message}>
          {message}
        </p>
        {!missing && refusal === "blocked" && (
          <p role="status" className={css.message}>
            {t("blocked")}
          </p>
        )}
        <button type="submit" className={`button ${css.submit}`} aria-busy={send.busy} aria-disabled={send.busy}>
          {t(send.busy ? "busy" : "submit")}
        </button>
      </form>
    </>
  );
}

interface Wiring {
  id: string;
  "aria-required": true;
  "aria-invalid": boolean;
  "aria-describedby": string | undefined;
}
interface FieldProps {
  label: string;
  error: string;
  children: (wiring: Wiring) => React.ReactNode;
}
function Field({ label, error, children }: FieldProps) {
  const id = useId();
  return (
    <div className={css.field}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        "aria-required": true,
        "aria-invalid": error !== "",
        "aria-describedby": error ? `${id}error` : undefined,
      })}
      {error && (
        <p id={`${id}error`} className={css.error}>
          {error}
        </p>
      )}
    </div>
  );
}

interface PasswordProps extends Wiring {
  inputRef: React.Ref<HTMLInputElement>;
  value: string;
  onChange: (value: string) => void;
}
function Password({ inputRef, onChange, ...input }: PasswordProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  return (
    <div className={css.password}>
      <input
        {...input}
        ref={inputRef}
        className="field"
        type={shown ? "text" : "password"}
        name="password"
        autoComplete="current-password"
        maxLength={maxPasswordLength}
        onChange={(event) => onChange(event.target.value)}
      />
      <button
        type="button"
        className={`quiet ${css.show}`}
        aria-label={t(shown ? "hidePassword" : "showPassword")}
        onClick={() => setShown(!shown)}
      >
        {t(shown ? "hide" : "show")}
      </button>
    </div>
  );
}
