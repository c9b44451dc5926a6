import { Classes } from "@blueprintjs/core";
import { type KeyboardEvent, useState } from "react";
import css from "./CellField.module.css";

interface Props {
  id: string;
  text: string;
  wrong: boolean;
  onChange: (text: string) => void;
}

/** One cell of a table to correct. Its text counts when the field is left, or by Enter, which does not send the form. */
export function CellField({ id, text, wrong, onChange }: Props) {
  const [typed, setTyped] = useState(text);
  const [before, setBefore] = useState(text);
  if (text !== before) {
    setBefore(text);
    setTyped(text);
  }
  const done = () => typed !== text && onChange(typed);
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "Enter") return;
    event.preventDefault();
    done();
  }
  return (
    <input
      id={id}
      className={`${Classes.INPUT} ${css.cell}`}
      value={typed}
      aria-invalid={wrong}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={done}
      onKeyDown={onKeyDown}
    />
  );
}
