import { useTranslation } from "react-i18next";
import { Tool } from "@/ui/layout/Toolbar";

interface Props {
  busy: boolean;
  /** The main action, unless the verb of an item is. */
  main?: boolean;
  onPress: () => void;
}

/** Button that opens the next item. The key `n` presses it. */
export function NextButton({ busy, main = true, onPress }: Props) {
  const { t } = useTranslation("today");
  return (
    <span data-next-item>
      <Tool main={main} text={t("next")} busy={busy} onClick={onPress} />
    </span>
  );
}
