/** Words in the names of many banks, which distinguish none of them. */
const common = new Set(["bank", "banks", "of", "the", "and", "india", "ltd", "limited", "co", "op", "operative"]);

/**
 * True if two names must belong to different banks: they share no distinctive word (not even abbreviated), and neither
 * consists of the initials of the other. "HDFC" and "HDFC Bank Ltd." are the same bank, as are "SBI" and "State Bank
 * of India".
 */
export function isBankMismatch(name: string, other: string): boolean {
  const [ours, theirs] = [wordsOf(name), wordsOf(other)];
  if (isShortFor(ours, theirs) || isShortFor(theirs, ours)) return false;
  const [telling, toldBy] = [ours, theirs].map((words) => words.filter((word) => !common.has(word)));
  if (!telling?.length || !toldBy?.length) return ours.join(" ") !== theirs.join(" ");
  return !telling.some((word) => toldBy.some((its) => word.startsWith(its) || its.startsWith(word)));
}

const wordsOf = (name: string) => name.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
const joining = new Set(["of", "the", "and"]);
const initialsOf = (words: string[]) => words.map((word) => word[0]).join("");
/** SBI is State Bank of India, BOI Bank of India. */
function isShortFor(short: string[], long: string[]): boolean {
  const letters = short.join("");
  return letters !== "" && [long, long.filter((word) => !joining.has(word))].some((its) => initialsOf(its) === letters);
}
