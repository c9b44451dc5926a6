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
  ]
} as const;
/** The access each call asks for. */
export const callAccess = {
  "SignIn": "anyone",
  "RefreshSession": "anyone",
  "SignOut": "staff",
  "ReadSession": "staff",
  "ListClinics": "staff",
  "ReadClinic": "staff",
  "UpdateClinic": "staff",
  "SignUpHospital": "staff",
  "ListSpecModules": "staff",
  "ActivateSpecModule": "staff",
  "DeactivateSpecModule": "staff",
  "UpdateClinicSettings": "staff",
  "UpdateUser": "staff",
  "ListClinicAdmins": "staff",
  "CreateClinicAdmin": "staff",
  "DeleteClinicAdmin": "staff",
  "ListPayments": "staff",
  "AddManualPayment": "staff",
  "FindDoctors": "staff",
  "AddClinicDoctor": "staff",
  "ReadClinicDoctor": "staff",
  "UpdateClinicDoctor": "staff",
  "SearchCatalogue": "anyone",
  "ReadBank": "staff",
  "SuggestPlaces": "staff",
  "ReadAuditSummary": "staff",
  "ListAuditTrails": "staff",
  "AddAuditEvents": "staff"
} as const;
