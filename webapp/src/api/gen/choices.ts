// Written by sdk/generate.py from the calls in sdk/careops/calls. Do not edit.
export const catalogueIndex = ["specialities", "clinic_specialities"] as const;
export type CatalogueIndex = (typeof catalogueIndex)[number];
export const eventStatus = ["SUCCESS", "FAILED"] as const;
export type EventStatus = (typeof eventStatus)[number];
export const gender = ["Male", "Female"] as const;
export type Gender = (typeof gender)[number];
export const paymentMethod = ["card", "upi", "netbanking", "wallet", "cash", "cardless_emi"] as const;
export type PaymentMethod = (typeof paymentMethod)[number];
export const paymentStatus = ["captured", "authorized", "failed", "refunded", "pending", "success", "completed"] as const;
export type PaymentStatus = (typeof paymentStatus)[number];
export const paymentType = ["telemedicine", "appointment", "requested", "care_package"] as const;
export type PaymentType = (typeof paymentType)[number];
export const userStatus = ["ACTIVE", "INACTIVE", "BLOCKED"] as const;
export type UserStatus = (typeof userStatus)[number];
export const userType = ["owner", "consultant", "staff", "admin"] as const;
export type UserType = (typeof userType)[number];
