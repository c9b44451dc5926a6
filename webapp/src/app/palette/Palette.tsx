import { Suspense, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { maxTextLength } from "@/api/gen/constants";
import { useCombobox } from "@/ui/combobox/useCombobox";
import { Modal, ModalBody } from "@/ui/dialog/Modal";
import { lazyPart } from "@/ui/lazy/lazyPart";
import type { PaletteResultsProps } from "./PaletteResults";
import { typeAhead } from "./typeAhead";

export const PaletteResults = lazyPart(() => import("./PaletteResults"), ["palette"], "PaletteResults");

/**
 * Command palette, opened by Ctrl+K on any screen. The field is part of the frame, so that it takes keys at once; the
 * results load separately.
 */
export function Palette({ onClose, ...account }: Pick<PaletteResultsProps, "account" | "places" | "onClose">) {
  const { t } = useTranslation();
  const [text, setText] = useState("");
  const [count, setCount] = useState(0);
  const choose = useRef<(index: number, isApart: boolean) => void>(undefined);
  const combobox = useCombobox({
    inline: true,
    autoSelect: true,
    count,
    onChoose: (index, isApart) => choose.current?.(index, isApart),
  });
  useEffect(() => () => void typeAhead.take(), []);
  return (
    <Modal title={t("goTo.title")} width={560} onClose={onClose}>
      <ModalBody>
        <input
          {...combobox.field}
          className="field"
          aria-label={t("goTo.label")}
          placeholder={t("goTo.label")}
          maxLength={maxTextLength}
          spellCheck={false}
          value={text}
          onFocus={() => {
            const ahead = typeAhead.take();
            if (ahead) setText(ahead);
          }}
          onChange={(event) => {
            setText(event.target.value);
            combobox.open();
          }}
        />
        <Suspense>
          <PaletteResults {...account} {...{ text, combobox, onClose }} onCount={setCount} choose={choose} />
        </Suspense>
      </ModalBody>
    </Modal>
  );
}
