import { type Control, type FieldValues, type Path, useController } from "react-hook-form";
import { ToggleGroup } from "./ToggleGroup";

interface Props<Values extends FieldValues, Value extends string> {
  name: Path<Values>;
  control: Control<Values>;
  legend: string;
  choices: readonly { value: Value; text: string }[];
  /** Message if none is picked. */
  missing: string;
}

/** Checkboxes of a form, whose value is a list. At least one is required. */
export function ToggleField<Values extends FieldValues, Value extends string>({
  name,
  control,
  missing,
  ...group
}: Props<Values, Value>) {
  const {
    field: { value, onChange, ref },
    fieldState: { error },
  } = useController({
    name,
    control,
    rules: { validate: (picked: readonly Value[]) => picked.length > 0 || missing },
  });
  const picked: readonly Value[] = value;
  return (
    <ToggleGroup
      {...group}
      picked={picked}
      error={error?.message}
      required
      firstRef={ref}
      onToggle={(choice) =>
        onChange(picked.includes(choice) ? picked.filter((other) => other !== choice) : [...picked, choice])
      }
    />
  );
}
