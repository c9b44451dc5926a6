import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { RecordToolContext } from "@/ui/context/recordContext";
import { useErrorToast } from "@/ui/feedback/useErrorToast";
import { PinButton } from "./PinButton";
import { type Recent, type Recents, RecentsContext, readRecents, recentsPreference, saveRecent } from "./recents";

/** Time in milliseconds after which the first screen has loaded. */
const calmMs = 2_000;

/** Provide the account's recent and pinned records to side navigation, Ctrl+K and record screens. */
export function RecentsProvider({ children }: { children: ReactNode }) {
  const failed = useErrorToast();
  const [on, setOn] = useState(recentsPreference.on);
  const [all, setAll] = useState<readonly Recent[]>([]);
  /** Answers may arrive out of order: only the latest request counts. */
  const requestCount = useRef(0);
  const isLoaded = useRef(false);

  const take = useCallback(async (answer: Promise<readonly Recent[]>) => {
    requestCount.current += 1;
    const turn = requestCount.current;
    const recents = await answer;
    if (turn !== requestCount.current) return;
    isLoaded.current = true;
    setAll(recents);
  }, []);
  // Failures are silent, because recents are optional.
  const quietly = useCallback((answer: Promise<readonly Recent[]>) => void take(answer).catch(() => undefined), [take]);
  const read = useCallback(() => quietly(readRecents()), [quietly]);

  useEffect(() => {
    if (!on) return;
    const timer = setTimeout(() => {
      if (!isLoaded.current) read();
    }, calmMs);
    return () => clearTimeout(timer);
  }, [on, read]);

  const value = useMemo((): Recents => {
    return {
      on,
      all: on ? all : [],
      read: () => {
        if (on) read();
      },
      opened: (record) => {
        if (on) quietly(saveRecent(record));
      },
      pin: async (record, pinned) => {
        try {
          await take(saveRecent(record, pinned));
          return true;
        } catch (error) {
          failed(error);
          return false;
        }
      },
      choose: (next) => {
        recentsPreference.choose(next);
        setOn(next);
      },
    };
  }, [on, all, read, quietly, take, failed]);
  return (
    <RecentsContext value={value}>
      <RecordToolContext value={PinButton}>{children}</RecordToolContext>
    </RecentsContext>
  );
}
