import { useCallback, useEffect, useMemo, useState } from "react";
import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { type Draft, draftsOf, isStorable, type Typed } from "@/api/drafts";
import { draftSaveMs } from "@/api/gen/constants";
import { randomId } from "@/lib/browser/randomId";
import { unsavedForms } from "@/lib/state/unsavedForms";

/** Stored drafts of a form. */
export interface DraftState {
  /** Newest first, without the draft of this form instance. */
  drafts: readonly Draft[];
  /** State of a restored draft: `changed` if the record has changed since. */
  taken: "clean" | "changed" | null;
  takeOver: (draft: Draft) => void;
  /** True if restoring would replace input or a newer change of the record. */
  replaces: (draft: Draft) => boolean;
  throwAway: (draft: Draft) => void;
  /** Delete the draft, because it was sent or discarded. */
  done: () => void;
}

const always = () => true;
const isSame = (value: unknown, other: unknown) => JSON.stringify(value) === JSON.stringify(other);

/** Fields that differ from the initial values, with those values. */
function changesOf(values: FieldValues, base: FieldValues) {
  const typed: Typed = {};
  const began: Typed = {};
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || isSame(value, base[name]) || !isStorable(name, value)) continue;
    typed[name] = value;
    if (isStorable(name, base[name])) began[name] = base[name];
  }
  return { typed, began };
}

/**
 * Store the input of a form as a draft under the given name and offer earlier drafts. Each open form has a separate
 * draft, so that two tabs never overwrite each other. `null` stores nothing. `isWorthKeeping` decides by the changed
 * fields and must be stable.
 */
export function useDraft<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  draft: string | null,
  isWorthKeeping: (typed: Typed) => boolean = always,
): DraftState {
  const [drafts, setDrafts] = useState<readonly Draft[]>([]);
  const [taken, setTaken] = useState<DraftState["taken"]>(null);
  const keeper = useMemo(
    () => (draft === null ? null : keeperOf(form, draft, isWorthKeeping)),
    [form, draft, isWorthKeeping],
  );
  const { isDirty } = form.formState;

  useEffect(() => (keeper && isDirty ? unsavedForms.add() : undefined), [keeper, isDirty]);
  useEffect(() => {
    setDrafts([]);
    setTaken(null);
    if (!keeper) return;
    let isMounted = true;
    void keeper.list().then((stored) => isMounted && setDrafts(stored));
    const stop = keeper.start();
    return () => {
      isMounted = false;
      stop();
    };
  }, [keeper]);

  const without = (storedDraft: Draft) =>
    setDrafts((all) => all.filter(({ draft_id }) => draft_id !== storedDraft.draft_id));
  const isChangedSince = ({ began_with }: Draft, name: string) =>
    name in began_with && !isSame(began_with[name], form.formState.defaultValues?.[name]);
  return {
    drafts,
    taken,
    replaces: (storedDraft) => {
      const base: FieldValues = form.formState.defaultValues ?? {};
      const now: FieldValues = form.getValues();
      return Object.keys(storedDraft.values).some(
        (name) =>
          name in now &&
          !isSame(now[name], storedDraft.values[name]) &&
          (!isSame(now[name], base[name]) || isChangedSince(storedDraft, name)),
      );
    },
    takeOver: (storedDraft) => {
      const names = Object.keys(storedDraft.values).filter((name) => name in form.getValues());
      for (const name of names)
        form.setValue(name as Path<Values>, storedDraft.values[name] as Values[Path<Values>], { shouldDirty: true });
      const isChanged = names.some((name) => isChangedSince(storedDraft, name));
      setTaken(isChanged ? "changed" : "clean");
      without(storedDraft);
      // Store the new draft before the old one is deleted.
      keeper?.save();
      keeper?.forget(storedDraft.draft_id);
    },
    throwAway: (storedDraft) => {
      without(storedDraft);
      keeper?.forget(storedDraft.draft_id);
    },
    done: useCallback(() => keeper?.done(), [keeper]),
  };
}

/** Save the draft of an open form: shortly after the last key, and when the page is hidden or left. */
function keeperOf<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  name: string,
  isWorthKeeping: (typed: Typed) => boolean,
) {
  const id = randomId();
  const store = draftsOf(name);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isKept = false;
  // The form state of the last render is older than a reset in the same step.
  let current = { values: form.getValues() as FieldValues, base: (form.formState.defaultValues ?? {}) as FieldValues };

  function save(leaving = false) {
    clearTimeout(timer);
    timer = undefined;
    const { typed, began } = changesOf(current.values, current.base);
    if (Object.keys(typed).length > 0 && isWorthKeeping(typed)) {
      isKept = true;
      void store.keep(id, typed, began, leaving);
    } else forgetOwn();
  }
  function forgetOwn() {
    if (isKept) void store.forget(id);
    isKept = false;
  }
  const flush = () => timer !== undefined && save(true);
  const onHidden = () => document.visibilityState === "hidden" && flush();
  return {
    list: async () => (await store.list()).filter(({ draft_id }) => draft_id !== id),
    forget: (draftId: string) => void store.forget(draftId),
    save,
    done() {
      clearTimeout(timer);
      timer = undefined;
      forgetOwn();
    },
    start() {
      const stop = form.subscribe({
        formState: { values: true },
        callback: ({ values, defaultValues }) => {
          current = { values, base: defaultValues ?? {} };
          clearTimeout(timer);
          timer = setTimeout(save, draftSaveMs);
        },
      });
      addEventListener("pagehide", flush);
      document.addEventListener("visibilitychange", onHidden);
      return () => {
        stop();
        removeEventListener("pagehide", flush);
        document.removeEventListener("visibilitychange", onHidden);
        flush();
      };
    },
  };
}
