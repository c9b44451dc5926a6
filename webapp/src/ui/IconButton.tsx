import { Button } from "@blueprintjs/core";
import { Icon, type IconName } from "./Icon";

interface Props {
  icon: IconName;
  label: string;
  onClick: () => void;
  expanded?: boolean;
  className?: string;
}

/** Minimal button with only an icon. */
export function IconButton({ icon, label, onClick, expanded, className }: Props) {
  return (
    <Button
      variant="minimal"
      icon={<Icon name={icon} />}
      aria-label={label}
      onClick={onClick}
      {...(expanded !== undefined && { "aria-expanded": expanded })}
      {...(className && { className })}
    />
  );
}
