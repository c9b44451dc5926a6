import { isDay } from "../time/dates";
import type { Filter } from "./useListQuery";

/** Filter of a list by a day; other texts are ignored. */
export const dayFilter: Filter = (text) => (isDay(text) ? text : "");

/** True if both days are given, and the start is after the end. */
export const areReversed = (start: string, end: string) => start !== "" && end !== "" && start > end;
