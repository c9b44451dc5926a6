/**
 * Path of a field in a record as the server sends it, such as `location.city` or `invoices.0.unique_id`. Names deeper
 * than five levels are not checked.
 */
export type FieldPath<Row, Levels extends unknown[] = [1, 1, 1, 1, 1]> = Levels extends [unknown, ...infer Rest]
  ? { [Name in keyof Row & string]-?: Name | Below<Name, NonNullable<Row[Name]>, Rest> }[keyof Row & string]
  : string;
type Below<Name extends string, Value, Levels extends unknown[]> = Value extends readonly (infer Item)[]
  ? `${Name}.${number}.${FieldPath<NonNullable<Item>, Levels>}`
  : Value extends object
    ? `${Name}.${FieldPath<Value, Levels>}`
    : never;
