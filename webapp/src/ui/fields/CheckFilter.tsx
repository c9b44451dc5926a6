import { Checkbox } from "@blueprintjs/core";

interface Props {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** A list's yes-or-leave-it filter. */
export function CheckFilter({ label, checked, onChange }: Props) {
  return <Checkbox label={label} checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} />;
}
