import { type KeyboardEvent, Suspense, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { textMax } from "@/api/gen/constants";
import { lazyPart } from "@/ui/lazyPart";
import { Modal, ModalBody } from "@/ui/Modal";
import type { Listbox, PaletteResultsProps } from "./PaletteResults";
import { typeAhead } from "./typeAhead";

export const PaletteResults = lazyPart(
  () => import("./PaletteResults"),
  ["palette"],
  (area) => area.PaletteResults,
);

/**
 * Command palette, opened by Ctrl+K on any screen. The field is part of the frame, so that it takes keys at once; the
 * results load separately.
 */
export function Palette({ onClose, ...account }: Pick<PaletteResultsProps, "account" | "places" | "onClose">) {
  const { t } = useTranslation();
  const id = useId();
  const [text, setText] = useState("");
  const [listbox, setListbox] = useState<Listbox>();
  const keys = useRef<(event: KeyboardEvent) => void>(undefined);
  useEffect(() => () => void typeAhead.take(), []);
  return (
    <Modal title={t("goTo.title")} width={560} onClose={onClose}>
      <ModalBody>
        <input
          className="field"
          role="combobox"
          aria-label={t("goTo.label")}
          aria-expanded={listbox?.activeId !== undefined}
          aria-autocomplete="list"
          aria-controls={listbox && `${id}list`}
          aria-activedescendant={listbox?.activeId}
          placeholder={t("goTo.label")}
          maxLength={textMax}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onFocus={() => {
            const ahead = typeAhead.take();
            if (ahead) setText(ahead);
          }}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (!event.nativeEvent.isComposing) keys.current?.(event);
          }}
        />
        <Suspense>
          <PaletteResults {...account} id={id} text={text} keys={keys} onListbox={setListbox} onClose={onClose} />
        </Suspense>
      </ModalBody>
    </Modal>
  );
}
