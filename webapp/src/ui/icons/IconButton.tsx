import { Button } from "@blueprintjs/core";
import type { RefObject } from "react";
import { Icon, type IconName } from "./Icon";

interface Props {
  icon: IconName;
  label: string;
  /** Left out if the button is the target of a popup. */
  onClick?: () => void;
  ref?: RefObject<HTMLButtonElement | null>;
  expanded?: boolean;
  className?: string;
}

/** Minimal button with only an icon. */
export function IconButton({ icon, label, onClick, ref, expanded, className }: Props) {
  return (
    <Button
      variant="minimal"
      icon={<Icon name={icon} />}
      aria-label={label}
      {...(onClick && { onClick })}
      {...(ref && { ref })}
      {...(expanded !== undefined && { "aria-expanded": expanded })}
      {...(className && { className })}
    />
  );
}
