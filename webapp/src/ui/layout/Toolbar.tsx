import { Button, Spinner } from "@blueprintjs/core";
import type { ReactNode } from "react";
import { useContextActions } from "@/lib/state/contextActions";
import { Icon, type IconName } from "../icons/Icon";
import css from "./Toolbar.module.css";

interface Props {
  children?: ReactNode;
  actions?: ReactNode;
  /** Distinguishes several toolbars. */
  label?: string;
}

/** Filters of a tab, and its actions at the end. */
export function Toolbar({ children, actions, label }: Props) {
  const Bar = children ? "search" : "div";
  return (
    <Bar className={css.bar} aria-label={label}>
      {children}
      {actions && <div className={css.actions}>{actions}</div>}
    </Bar>
  );
}

/** Room for a search field, which fills the space the others leave. */
export function SearchTool({ children }: { children: ReactNode }) {
  return <div className={css.search}>{children}</div>;
}

interface ToolProps {
  text: string;
  /** "delete" gives it the style of a destructive action. */
  icon?: IconName;
  /** The main action of the screen. */
  main?: boolean;
  /** The action runs; clicks have no effect. */
  busy?: boolean;
  disabled?: boolean;
  onClick: () => void;
}
export function Tool({ text, icon, main = false, busy = false, disabled = false, onClick }: ToolProps) {
  useContextActions(disabled || busy ? [] : [{ text, run: onClick }]);
  return (
    <Button
      text={text}
      {...(icon && { icon: <Icon name={icon} /> })}
      {...(main && { intent: "primary" })}
      {...(icon === "delete" && { intent: "danger", variant: "outlined" })}
      {...(disabled && { disabled })}
      // Not `loading`, because it disables the button, and a disabled button loses the focus.
      {...(busy && { "aria-busy": true, "aria-disabled": true, icon: <Spinner size={16} /> })}
      onClick={() => !busy && onClick()}
    />
  );
}
