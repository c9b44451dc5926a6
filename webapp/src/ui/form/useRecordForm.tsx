import { type ReactNode, use } from "react";
import { type DefaultValues, type FieldValues, get, type Path, useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type { Typed } from "@/api/drafts";
import { ApiError, isSilent } from "@/api/errors";
import type { ChangeCall } from "@/api/gen/proposableCalls";
import { type Mutation, send as sendChange } from "@/api/mutation";
import { useFieldMessage } from "@/lib/errors/useErrorText";
import { useSingleFlight } from "@/lib/hooks/useSingleFlight";
import { RecordNameContext } from "../context/recordContext";
import { toast } from "../feedback/toast";
import { type Rules, useFieldProps } from "../fields/useFieldProps";
import { ConflictDialog } from "./ConflictDialog";
import type { ShownFields } from "./draftText";
import { useConflict, type VersionedForm } from "./useConflict";
import { useDraft } from "./useDraft";

/** A form of a record, without its look. */
export interface RecordForm<Values extends FieldValues, Answer> {
  initial: DefaultValues<Values>;
  /**
   * Name of the form and ids of its records: `clinicAddress.41`. Input is stored under it as a draft until it is sent
   * (decision 212). Null for forms with only passwords and files.
   */
  draft: string | null;
  /** Generated rules of the call. */
  rules: Rules<Values>;
  /** Required if other users may change the same record; edits of both are preserved. */
  versions?: VersionedForm<Values> | undefined;
  /** Labels of the fields in an offered draft, if `versions` has none. */
  shown?: ShownFields<Values> | undefined;
  /** Name of the call that Save makes. If a change request can contain it, the form offers "Propose…". */
  call: ChangeCall | null;
  /**
   * Build the request for the values; null if they change nothing. Save sends it, "Propose…" proposes it, and "Show as
   * command" shows it.
   */
  toRequest: (values: Values) => Mutation<Answer> | null;
  /** Complete the values with what must be read or asked first; null if the user decides against the change. */
  prepare?: (values: Values) => Promise<Values | null>;
  /** Send the request; by default with the client. */
  send?: (request: Mutation<Answer>, values: Values) => Promise<Answer | null>;
  /** Message after the change. */
  done?: string | ((answer: Answer | null) => string);
  /** Name of the changed record in that message; the default is the record on screen. */
  nameOf?: (values: Values) => string;
  /** Called after the change. The answer is null if the values changed nothing. */
  onSent: (answer: Answer | null, values: Values) => unknown;
}
interface Look<Values, Answer> {
  /** One message for all missing fields. */
  saysMissing?: boolean;
  /** Focus the first invalid field. A dialog has its own order. */
  focusesErrors?: boolean;
  isWorthKeeping?: ((typed: Typed) => boolean) | undefined;
  /** Replaces `onSent` of the form. */
  onSent: (answer: Answer | null, values: Values) => unknown;
  onRefused: (error: ApiError, isPlaced: boolean) => void;
}

/**
 * Logic of every form of a record: it stores a draft, submits once, merges concurrent edits, and shows field errors of
 * the server at their fields. Dialog and card are its looks; the look renders `conflictDialog`.
 */
export function useRecordForm<Values extends FieldValues, Answer>(
  {
    initial,
    draft,
    rules,
    versions,
    toRequest,
    prepare,
    send = (change) => sendChange(change),
    done: message,
    nameOf,
  }: RecordForm<Values, Answer>,
  { saysMissing = false, focusesErrors = true, isWorthKeeping, onSent, onRefused }: Look<Values, Answer>,
) {
  const form = useForm<Values>({ defaultValues: initial, shouldFocusError: focusesErrors });
  const ask = useFieldProps(form, rules, saysMissing);
  const drafts = useDraft(form, draft, isWorthKeeping);
  const { t } = useTranslation();
  const onScreen = use(RecordNameContext);
  const messageOf = useFieldMessage();
  const { conflict, settle, done } = useConflict(versions, initial);
  const fill = (values: Values) => form.reset(values, { keepDefaultValues: true });

  function refuse(error: unknown) {
    if (isSilent(error)) return;
    const failure = error instanceof ApiError ? error : new ApiError(0);
    // The same change sent again has the same idempotency key, so the server applies it once.
    const isOffline = failure.status === 0 && !navigator.onLine;
    const refusal = isOffline ? new ApiError(0, [{ source: "", title: t("offline") }]) : failure;
    let placed = 0;
    for (const problem of refusal.problems) {
      // An error at a hidden field would be lost.
      const name = problem.source.split(".").at(-1) as Path<Values>;
      if (!get(form.control._fields, `${name}._f.mount`)) continue;
      const shouldFocus = focusesErrors && placed === 0;
      form.setError(name, { type: "server", message: messageOf(problem) }, { shouldFocus });
      placed += 1;
    }
    onRefused(refusal, placed > 0 && placed === refusal.problems.length);
  }
  /** Do the work with settled values; false if it was refused. */
  async function attempt(values: Values, work: (ready: Values) => Promise<void>): Promise<boolean> {
    try {
      await settle(
        values,
        async (settled) => {
          const ready = prepare ? await prepare(settled) : settled;
          if (ready) await work(ready);
        },
        fill,
      );
      return true;
    } catch (error) {
      refuse(error);
      return false;
    }
  }
  const { run, busy } = useSingleFlight(async (values: Values) => {
    await attempt(values, async (ready) => {
      const request = toRequest(ready);
      const answer = request && (await send(request, ready));
      drafts.done();
      const text = typeof message === "function" ? message(answer) : message;
      if (text) toast.success(text, { record: nameOf ? nameOf(ready) : onScreen });
      await onSent(answer, ready);
    });
  });
  /** Return the request that Save would send: null if there is none, undefined if it was refused. */
  async function requestFor(values: Values): Promise<Mutation | null | undefined> {
    let request: Mutation | null = null;
    const isSettled = await attempt(values, async (ready) => {
      request = toRequest(ready);
    });
    return isSettled ? request : undefined;
  }
  const conflictDialog: ReactNode = conflict && (
    <ConflictDialog
      conflict={conflict}
      onDecide={(values) => {
        done();
        fill(values);
        void run(values);
      }}
      onClose={done}
    />
  );
  return { form, ask, drafts, run, busy, requestFor, conflictDialog };
}
