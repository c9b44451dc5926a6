// Written by sdk/generate.py from the calls in sdk/careops/calls. Do not edit.
export const rules = {
  SignInForm: {
    country_code: {},
    phone_number: { required: true, pattern: /^[0-9]{10}$/ },
    password: { required: true, maxLength: 256 },
  },
  SignUpHospitalForm: {
    signed_up_as: {},
    country_code: {},
    phone_number: { required: true, pattern: /^[0-9]{10}$/ },
    password: { required: true, minLength: 15, maxLength: 256 },
    name: { required: true, maxLength: 120 },
    timezone: {},
    email: { required: true, maxLength: 254, pattern: /^[^\s@]+@[^\s@]+\.[^\s@]+$/ },
    account: {},
  },
  UpdateClinicDoctorForm: {
    fees: {},
    telemedicine_fees: {},
    photo: {},
    name: {},
    speciality: {},
    gender: {},
    education: {},
    exp: {},
    patients_per_hour: {},
    reg_nbr: {},
    other_specialities: {},
  },
  UpdateClinicForm: {
    id: { min: 1 },
    location: {},
    rooms_count: {},
    beds_count: {},
    speciality: {},
    other_specialities: {},
  },
  UpdateClinicSettingsForm: {
    ipd_enabled: {},
    surgery_enabled: {},
    abdm_enabled: {},
  },
} as const;
