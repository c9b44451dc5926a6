// Written by sdk/generate.py from the calls in sdk/careops/calls. Do not edit.
/** Account types by the name of the access they have. */
export const access = {
  "staff": [
    "super_admin",
    "customer_care",
    "billing_admin"
  ],
  "billing": [
    "super_admin",
    "billing_admin"
  ],
  "super": [
    "super_admin"
  ],
  "apps": []
} as const;
/** Where no token is asked for. */
export const withoutToken = ["/_search", "/auth/sign_in", "/auth/refresh"] as const;
