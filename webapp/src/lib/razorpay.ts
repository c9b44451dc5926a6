// A Razorpay id's first ten characters after the prefix are nanoseconds since 2014-01-01 UTC in base 62. Razorpay
// documents none of this: good for a remark or a warning, never for refusing an id. careops/razorpay.py is its twin.
const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const beginning = BigInt(Date.UTC(2014, 0, 1));
const firstPayments = Date.UTC(2014, 2, 1);
const clocksDiffer = 10 * 60_000;

/** When a payment or an order was created (milliseconds), as far as its id tells; null for an id of another form. */
export function createdAt(id: string): number | null {
  const found = /^(?:pay|order)_([A-Za-z0-9]{10})[A-Za-z0-9]{4}$/.exec(id.trim());
  if (!found?.[1]) return null;
  let nanoseconds = 0n;
  for (const digit of found[1]) nanoseconds = nanoseconds * 62n + BigInt(digits.indexOf(digit));
  return Number(beginning + nanoseconds / 1_000_000n);
}

/** What looks odd about the moment an id tells, by the server's clock. */
export function oddness(created: number, now: number): "future" | "ancient" | null {
  if (created > now + clocksDiffer) return "future";
  return created < firstPayments ? "ancient" : null;
}

/** An order is made before it is paid. */
export const isOrderNewer = (payment: number, order: number) => order > payment + clocksDiffer;
