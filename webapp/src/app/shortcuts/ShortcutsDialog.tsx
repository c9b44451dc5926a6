import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { Modal, ModalBody } from "@/ui/dialog/Modal";
import { SettingSwitch } from "../SettingSwitch";
import css from "./ShortcutsDialog.module.css";
import { singleKeys } from "./singleKeys";

interface Props {
  /** The screens that this account may open, with their letters. */
  places: readonly { name: string; letter: string }[];
  onClose: () => void;
}
interface Line {
  keys: readonly string[];
  does: string;
}

const lead = "g";

/** Dialog with all keyboard shortcuts and the switch for single-key shortcuts. */
export function ShortcutsDialog({ places, onClose }: Props) {
  const { t } = useTranslation("shortcuts");
  const groups: readonly (readonly [title: string, lines: readonly Line[]])[] = [
    [
      t("everywhere"),
      [
        { keys: ["Ctrl", "K"], does: t("palette") },
        { keys: ["/"], does: t("search") },
        { keys: ["z"], does: t("undo") },
        { keys: ["p"], does: t("pin") },
        { keys: ["c"], does: t("copy") },
        { keys: ["n"], does: t("nextItem") },
        { keys: ["m"], does: t("note") },
        { keys: ["]"], does: t("nextRecord") },
        { keys: ["["], does: t("previousRecord") },
        { keys: ["?"], does: t("sheet") },
        { keys: ["Esc"], does: t("close") },
      ],
    ],
    [
      t("lists"),
      [
        { keys: ["j"], does: t("down") },
        { keys: ["k"], does: t("up") },
        { keys: ["Enter"], does: t("open") },
        { keys: ["x"], does: t("select") },
        { keys: ["a"], does: t("selected") },
        { keys: ["]"], does: t("next") },
        { keys: ["["], does: t("previous") },
      ],
    ],
    [t("goTo"), places.map(({ name, letter }) => ({ keys: [lead, letter], does: name }))],
  ];
  return (
    <Modal title={t("title")} width={680} first="button" onClose={onClose}>
      <ModalBody>
        <div className={css.groups}>
          {groups.map(([title, lines]) => (
            <section key={title} aria-label={title}>
              <h3>{title}</h3>
              <dl className={css.lines}>
                {lines.map(({ keys, does }) => (
                  <div key={does}>
                    <dt>
                      {keys.map((key, index) => (
                        <Fragment key={key}>
                          {index > 0 && " "}
                          <kbd>{key}</kbd>
                        </Fragment>
                      ))}
                    </dt>
                    <dd>{does}</dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
        <div className={css.single}>
          <SettingSwitch setting={singleKeys} label={t("single")} hint={t("singleHint")} />
        </div>
      </ModalBody>
    </Modal>
  );
}
