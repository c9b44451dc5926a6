import { Checkbox } from "@blueprintjs/core";

interface Props {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** Checkbox filter of a list: on or off. */
export function CheckFilter({ label, checked, onChange }: Props) {
  return <Checkbox label={label} checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} />;
}
