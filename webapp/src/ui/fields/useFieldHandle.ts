import { type RefObject, useImperativeHandle, useMemo } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";

/**
 * Register an input whose text is not the value of its field, as `ref` registers other inputs: the form can focus it,
 * and does not validate it while it is hidden.
 */
export function useFieldHandle({ ref }: UseFormRegisterReturn, input: RefObject<HTMLInputElement | null>) {
  const handle = useMemo(() => ({ focus: () => input.current?.focus() }), [input]);
  useImperativeHandle(ref, () => handle, [handle]);
}
