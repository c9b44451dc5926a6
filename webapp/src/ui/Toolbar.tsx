import { Button, Spinner } from "@blueprintjs/core";
import type { ReactNode } from "react";
import { useAtHand } from "@/lib/atHand";
import { Icon, type IconName } from "./Icon";
import css from "./Toolbar.module.css";

interface Props {
  children?: ReactNode;
  actions?: ReactNode;
  /** Tells two of them apart. */
  label?: string;
}

/** What narrows a tab's content, and at its end what can be done there. */
export function Toolbar({ children, actions, label }: Props) {
  const Bar = children ? "search" : "div";
  return (
    <Bar className={css.bar} aria-label={label}>
      {children}
      {actions && <div className={css.actions}>{actions}</div>}
    </Bar>
  );
}

/** Room for a search field, which takes what the others leave. */
export function SearchTool({ children }: { children: ReactNode }) {
  return <div className={css.search}>{children}</div>;
}

interface ToolProps {
  text: string;
  /** With "delete" it is drawn as destructive. */
  icon?: IconName;
  /** The one thing people come here to do. */
  main?: boolean;
  /** It is being done; a click does nothing meanwhile. */
  busy?: boolean;
  disabled?: boolean;
  onClick: () => void;
}
export function Tool({ text, icon, main = false, busy = false, disabled = false, onClick }: ToolProps) {
  useAtHand(disabled || busy ? [] : [{ text, run: onClick }]);
  return (
    <Button
      text={text}
      {...(icon && { icon: <Icon name={icon} /> })}
      {...(main && { intent: "primary" })}
      {...(icon === "delete" && { intent: "danger", variant: "outlined" })}
      {...(disabled && { disabled })}
      // Not `loading`: that disables it, and a disabled button loses the focus.
      {...(busy && { "aria-busy": true, "aria-disabled": true, icon: <Spinner size={16} /> })}
      onClick={() => !busy && onClick()}
    />
  );
}
