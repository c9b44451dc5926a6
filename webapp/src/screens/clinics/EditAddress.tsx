import type { UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { addressSuggestMs } from "@/api/gen/constants";
import { indianStates } from "@/lib/states";
import { useSuggestions } from "@/lib/useSuggestions";
import { FormDialog } from "@/ui/FormDialog";
import { ComboField } from "@/ui/fields/ComboField";
import { FieldGroup, FieldRow } from "@/ui/fields/FieldGroup";
import { NumberField, TextField } from "@/ui/fields/fields";
import { notify } from "@/ui/notify";
import {
  type Address,
  addressAt,
  addressOf,
  type Coordinates,
  coordinatesOf,
  failedUpdate,
  isSameAddress,
  locate,
  type OtherSpeciality,
  type Place,
  suggestPlaces,
  titleOf,
  updateClinic,
  whereOf,
} from "./address";
import { type ClinicDetail, useReloadClinics } from "./clinics";
import { MainSpeciality, OtherSpecialities } from "./SpecialityFields";

export interface Values extends Address {
  beds_count: string;
  rooms_count: string;
  speciality: string;
  other_specialities: OtherSpeciality[];
  /** What is typed to find one more of the other specialities. */
  other_search: string;
  /** The address whose coordinates are known: as it was read, or as a suggestion filled it in. */
  located: Address;
  coordinates: Coordinates | null;
}
export type Form = UseFormReturn<Values>;

const zipcodeDigits = 6;

/** Where a clinic is, how large it is and what it treats. */
export function EditAddress({ clinic, onClose }: { clinic: ClinicDetail; onClose: () => void }) {
  const { t } = useTranslation("clinics", { keyPrefix: "address" });
  const { t: common } = useTranslation();
  const reloadClinics = useReloadClinics();

  async function save({ located, coordinates: known, ...values }: Values) {
    const coordinates = (isSameAddress(values, located) && known) || (await locate(values));
    try {
      await updateClinic(clinic.id, { ...values, address: values, coordinates });
    } catch (error) {
      throw failedUpdate(error, t("failed"));
    }
    notify.success(t("saved"));
    if (!coordinates) notify.info(t("notLocated"));
    onClose();
    await reloadClinics();
  }
  return (
    <FormDialog
      title={t("title")}
      submit={common("save")}
      width={600}
      initial={valuesOf(clinic)}
      fallback={t("failed")}
      onSubmit={save}
      onClose={onClose}
    >
      {(form: Form) => (
        <>
          <AddressField form={form} />
          <AddressParts form={form} />
          <FieldGroup title={t("size")}>
            <FieldRow short>
              {(["beds_count", "rooms_count"] as const).map((count) => (
                <NumberField
                  key={count}
                  label={t(count)}
                  field={form.register(count)}
                  error={form.formState.errors[count]}
                  maxLength={6}
                />
              ))}
            </FieldRow>
            <MainSpeciality form={form} before={clinic.speciality?.name} />
            <OtherSpecialities form={form} />
          </FieldGroup>
        </>
      )}
    </FormDialog>
  );
}

function valuesOf(clinic: ClinicDetail): Values {
  const address = addressOf(clinic);
  return {
    ...address,
    located: address,
    coordinates: coordinatesOf(clinic.location),
    beds_count: clinic.beds_count?.toString() ?? "",
    rooms_count: clinic.rooms_count?.toString() ?? "",
    speciality: clinic.speciality?.name ?? "",
    // Read under one name, written under another.
    other_specialities: clinic.other_specialities.map(({ basic_clinic_speciality_id, speciality_name }) => ({
      basic_clinic_speciality_id,
      name: speciality_name,
    })),
    other_search: "",
  };
}

/** Typed text counts as an address; a suggestion fills all its parts in. */
function AddressField({ form }: { form: Form }) {
  const { t } = useTranslation("clinics", { keyPrefix: "address" });
  const { register, setValue, clearErrors, formState } = form;
  const { found, failed, text, look } = useSuggestions(suggestPlaces, addressSuggestMs);

  function fill(place: Place, typed: string) {
    const address = addressAt(place, typed);
    for (const [part, value] of Object.entries(address) as [keyof Address, string][])
      setValue(part, value, { shouldDirty: true });
    setValue("located", address);
    setValue("coordinates", coordinatesOf(place));
    clearErrors(["address_line_1", "address_line_2", "city", "state", "zipcode"]);
    look("");
  }
  const unknown = text !== "" && found.length === 0;
  return (
    <ComboField
      label={t("address_line_1")}
      hint={failed ? t("suggestionsFailed") : unknown ? t("noPlace") : t("addressHint")}
      field={register("address_line_1", { validate: (typed) => typed.trim() !== "" || t("missing.address") })}
      error={formState.errors.address_line_1}
      maxLength={200}
      spellCheck={false}
      choices={found.map((place) => ({
        key: `${titleOf(place)}, ${whereOf(place)}`,
        text: titleOf(place),
        note: whereOf(place),
        value: place,
      }))}
      onType={(typed) => look(typed.trim())}
      onChoose={fill}
    />
  );
}

function AddressParts({ form: { register, watch, setValue, formState } }: { form: Form }) {
  const { t } = useTranslation("clinics", { keyPrefix: "address" });
  const { errors } = formState;
  const state = watch("state").trim().toLowerCase();
  const states = indianStates.filter((name) => name.toLowerCase().includes(state));
  return (
    <>
      <FieldRow>
        <TextField
          label={t("address_line_2")}
          field={register("address_line_2")}
          error={errors.address_line_2}
          maxLength={200}
          autoComplete="off"
        />
        <TextField
          label={t("city")}
          field={register("city", { validate: (typed) => typed.trim() !== "" || t("missing.city") })}
          error={errors.city}
          maxLength={100}
          autoComplete="off"
        />
        <ComboField
          label={t("state")}
          field={register("state")}
          error={errors.state}
          maxLength={100}
          choices={states.map((name) => ({ key: name, text: name, value: name }))}
          onType={() => undefined}
          onChoose={(name) => setValue("state", name, { shouldDirty: true })}
        />
        <NumberField
          label={t("zipcode")}
          field={register("zipcode", {
            validate: (typed) =>
              typed === "" ? t("missing.zipcode") : typed.length === zipcodeDigits || t("wrongZipcode"),
          })}
          error={errors.zipcode}
          maxLength={zipcodeDigits}
        />
      </FieldRow>
      <Where values={watch()} />
    </>
  );
}

/** Says where the address is on the map, or that this is found out when it is saved. */
function Where({ values: { located, coordinates, ...address } }: { values: Values }) {
  const { t } = useTranslation("clinics", { keyPrefix: "address" });
  const known = isSameAddress(address, located) ? coordinates : null;
  const degrees = (value: number) => value.toFixed(4);
  return (
    <p className="soft number">
      {known
        ? t("located", { latitude: degrees(known.latitude), longitude: degrees(known.longitude) })
        : t("locatedOnSave")}
    </p>
  );
}
