import { use, useCallback, useState } from "react";
import { ApiError, isSilent } from "@/api/errors";
import type { ChangeCall } from "@/api/gen/proposableCalls";
import { type Mutation, send } from "@/api/mutation";
import { useSingleFlight } from "@/lib/hooks/useSingleFlight";
import { RecordNameContext } from "../context/recordContext";
import { ConfirmDialog } from "../dialog/ConfirmDialog";
import type { Already } from "../dialog/useAlready";
import { toast } from "../feedback/toast";
import { useActionErrorToast } from "../feedback/useActionErrorToast";

/** A change without a form. The subject is what it changes, such as a row. */
interface Action<Subject, Answer> {
  toRequest: (subject: Subject) => Mutation<Answer>;
  /** Message after the change. */
  done?: string | ((answer: Answer) => string);
  /** Name of the changed record in that message; the default is the record on screen. */
  nameOf?: (subject: Subject) => string;
  onDone?: (subject: Subject, answer: Answer) => void;
  /** Message after a failure if the server sent none. */
  fallback?: string;
  /** Return the error to report for a failure. */
  explain?: (error: unknown) => unknown;
  /** Called in place of the error message. */
  onFailed?: (error: unknown) => void;
  /** Called after the change, and after a refusal, because its reason is often that the record has changed. */
  reload: () => unknown;
}

const isRefusal = (error: unknown) => error instanceof ApiError && error.status >= 400 && error.status < 500;

/** Send each change once and report its outcome. Different changes, such as those of two rows, do not wait. */
export function useAction<Subject = void, Answer = unknown>(action: Action<Subject, Answer>) {
  const { toRequest, done, nameOf, onDone, fallback, explain = (error) => error, onFailed, reload } = action;
  const notice = useActionErrorToast();
  const onScreen = use(RecordNameContext);
  const sameChange = (subject: Subject) => JSON.stringify(toRequest(subject));
  const { run, busy } = useSingleFlight(async (subject: Subject) => {
    notice.dismiss();
    let answer: Answer;
    try {
      answer = await send(toRequest(subject));
    } catch (error) {
      if (isSilent(error)) return;
      if (onFailed) onFailed(error);
      else notice.showError(explain(error), fallback);
      // Not awaited, because the user may try again at once.
      if (isRefusal(error)) void reload();
      return;
    }
    const record = nameOf ? nameOf(subject) : onScreen;
    if (done) toast.success(typeof done === "string" ? done : done(answer), { record });
    onDone?.(subject, answer);
    await reload();
  }, sameChange);
  return { run, busy, notice };
}

export interface ConfirmedAction<Subject, Answer> extends Action<Subject, Answer> {
  title: string | ((subject: Subject) => string);
  ask: string | ((subject: Subject) => string);
  /** Information below the question. */
  note?: string;
  /** Texts of the answers; the defaults are Yes and No. */
  yes?: string;
  no?: string;
  intent?: "primary" | "danger";
  /** Name of the call, if a change request can contain it. */
  call?: ChangeCall;
  /** Read whether the record already has the state that the question asks for. Then nothing is sent. */
  already?: (subject: Subject) => Promise<Already | null>;
}

/** The same after a question, which `ask` opens. The caller renders `dialog`. */
export function useConfirmedAction<Subject = void, Answer = unknown>(settings: ConfirmedAction<Subject, Answer>) {
  const { title, ask, note, yes, no, intent = "danger", call, already, ...action } = settings;
  const { run, busy } = useAction(action);
  const [question, setQuestion] = useState<{ subject: Subject } | null>(null);
  const open = useCallback((subject: Subject) => setQuestion({ subject }), []);
  const dialog = question && (
    <ConfirmDialog
      title={typeof title === "string" ? title : title(question.subject)}
      note={note}
      {...(yes && { yes })}
      {...(no && { no })}
      {...(call && { call })}
      {...(already && { already: () => already(question.subject) })}
      intent={intent}
      toRequest={() => action.toRequest(question.subject)}
      onYes={() => {
        setQuestion(null);
        void run(question.subject);
      }}
      onNo={() => setQuestion(null)}
    >
      {typeof ask === "string" ? ask : ask(question.subject)}
    </ConfirmDialog>
  );
  return { ask: open, busy, dialog };
}
