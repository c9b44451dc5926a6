// A Razorpay id's first ten characters after the prefix are nanoseconds since 2014-01-01 UTC in base 62. Razorpay does
// not document this, so use it for hints and warnings, never to refuse an id. careops/razorpay.py has the same code.
const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const beginning = BigInt(Date.UTC(2014, 0, 1));
const firstPayments = Date.UTC(2014, 2, 1);
const clocksDiffer = 10 * 60_000;

/** Creation time of a payment or order in milliseconds, decoded from its id; null for any other form of id. */
export function idCreatedAt(id: string): number | null {
  const match = /^(?:pay|order)_([A-Za-z0-9]{10})[A-Za-z0-9]{4}$/.exec(id.trim());
  if (!match?.[1]) return null;
  let nanoseconds = 0n;
  for (const digit of match[1]) nanoseconds = nanoseconds * 62n + BigInt(digits.indexOf(digit));
  return Number(beginning + nanoseconds / 1_000_000n);
}

/** Check an id's creation time against the server's clock; null if it is plausible. */
export function paymentIdWarning(created: number, now: number): "future" | "ancient" | null {
  if (created > now + clocksDiffer) return "future";
  return created < firstPayments ? "ancient" : null;
}

/** True if the order is newer than its payment, which cannot be. */
export const isOrderNewer = (payment: number, order: number) => order > payment + clocksDiffer;
