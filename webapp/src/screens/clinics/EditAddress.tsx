import { useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { api } from "@/api/client";
import { withSentence } from "@/api/errors";
import { addressSuggestMs } from "@/api/gen/constants";
import { searchCatalogueRules, suggestPlacesRules, updateClinicRules } from "@/api/gen/rules";
import { aboutFields } from "@/api/lastChange";
import { send } from "@/api/mutation";
import { versionOf } from "@/api/versions";
import { paths } from "@/app/paths";
import { containsText } from "@/lib/format/foldText";
import { indianStates } from "@/lib/format/indianStates";
import { useSuggestions } from "@/lib/hooks/useSuggestions";
import { MainSpeciality, OtherSpecialities } from "@/screens/catalogue/shared/SpecialityFields";
import { useUndo } from "@/ui/action/useUndo";
import { toast } from "@/ui/feedback/toast";
import { ComboField } from "@/ui/fields/ComboField";
import { FieldGroup, FieldRow } from "@/ui/fields/FieldGroup";
import { NumberField, PincodeField, TextField } from "@/ui/fields/fields";
import type { GetFieldProps } from "@/ui/fields/useFieldProps";
import { FormDialog } from "@/ui/form/FormDialog";
import type { VersionedForm } from "@/ui/form/useConflict";
import {
  type Address,
  addressAt,
  coordinatesOf,
  diffClinic,
  isSameAddress,
  locate,
  type OtherSpeciality,
  type Place,
  suggestPlaces,
  titleOf,
  updateClinicRequest,
  whereOf,
} from "./address";
import { clinicOf, isUndoable, toFormValues, undoAddress, type Values } from "./addressValues";
import { type ClinicDetail, useReloadClinics } from "./clinics";

interface Part {
  ask: GetFieldProps<Values>;
  form: UseFormReturn<Values>;
}
const rules = {
  ...updateClinicRules.location,
  ...updateClinicRules,
  // The main speciality is optional; if present, it has a name.
  speciality: { ...updateClinicRules.speciality.name, required: false },
  other_specialities: {},
  other_search: { ...searchCatalogueRules.query.match_phrase_prefix.name, required: false },
};

/** Edit the address, size and specialities of a clinic. */
export function EditAddress({ clinic, onClose }: { clinic: ClinicDetail; onClose: () => void }) {
  const { t } = useTranslation("clinics", { keyPrefix: "address" });
  const { t: common } = useTranslation();
  const reloadClinics = useReloadClinics();
  const done = useUndo();

  // Initial values from the opening of the form; a later reload must not count as a change.
  const [before] = useState(() => toFormValues(clinic));
  const read = useRef({ values: before, version: versionOf(clinic) });
  const notLocated = useRef<"notLocated" | "notAsked" | null>(null);
  const fields = ["address_line_1", "address_line_2", "city", "state", "zipcode"] as const;
  const counted = ["beds_count", "rooms_count"] as const;
  const versions: VersionedForm<Values> = {
    fields: {
      ...Object.fromEntries(fields.map((name) => [name, t(name)])),
      ...Object.fromEntries(counted.map((name) => [name, t(name)])),
      speciality: t("speciality"),
      other_specialities: t("other_specialities"),
    },
    textOf: (_, value) =>
      Array.isArray(value) ? value.map(({ name }: OtherSpeciality) => name).join(", ") : String(value),
    reread: async () => {
      const { clinic: newest } = await api.get("/admin/clinics/{id}", { path: { id: clinic.id } });
      read.current = { values: toFormValues(newest), version: versionOf(newest) };
      return read.current.values;
    },
  };

  /** Find the coordinates of a new address. */
  async function locateAddress(values: Values): Promise<Values> {
    const located = (isSameAddress(values, values.located) && values.coordinates) || (await locate(values));
    notLocated.current = located ? null : located === null ? "notLocated" : "notAsked";
    return { ...values, coordinates: located ?? null };
  }
  const changesOf = (values: Values) => diffClinic(clinicOf(read.current.values), clinicOf(values));
  function toRequest(values: Values) {
    const changes = changesOf(values);
    return Object.keys(changes).length > 0 ? updateClinicRequest(clinic.id, changes, read.current.version) : null;
  }
  function saved(values: Values) {
    const was = clinicOf(read.current.values);
    const about = { record: clinic.name, detail: notLocated.current ? t(notLocated.current) : undefined };
    const undo = () => undoAddress(clinic.id, was, clinicOf(values));
    const { location = {}, ...changes } = changesOf(values);
    const undone = {
      to: paths.clinic({ clinicId: clinic.id }),
      trail: { record: `clinic:${clinic.id}`, isAbout: aboutFields(...Object.keys({ ...location, ...changes })) },
    };
    if (isUndoable(was, changesOf(values))) done(t("saved"), undo, { ...about, ...undone, reload: reloadClinics });
    else toast.success(t("saved"), about);
    return reloadClinics();
  }
  return (
    <FormDialog
      title={t("title")}
      submit={common("save")}
      width={600}
      initial={before}
      draft={`clinicAddress.${clinic.id}`}
      rules={rules}
      call="UpdateClinic"
      fallback={t("failed")}
      versions={versions}
      prepare={locateAddress}
      toRequest={toRequest}
      send={(request) =>
        send(request).catch((error: unknown) => {
          throw withSentence(error, t("failed"));
        })
      }
      onSent={(answer, values) => answer && saved(values)}
      onClose={onClose}
    >
      {(ask, form) => (
        <>
          <AddressField ask={ask} form={form} />
          <AddressParts ask={ask} form={form} />
          <FieldGroup title={t("size")}>
            <FieldRow short>
              {(["beds_count", "rooms_count"] as const).map((count) => (
                <NumberField key={count} label={t(count)} {...ask(count)} />
              ))}
            </FieldRow>
            <Specialities ask={ask} form={form} before={before.speciality} />
          </FieldGroup>
        </>
      )}
    </FormDialog>
  );
}

function Specialities({ ask, form: { setValue, clearErrors, watch }, before }: Part & { before: string }) {
  const { t } = useTranslation("clinics", { keyPrefix: "address" });
  return (
    <>
      <MainSpeciality
        label={t("speciality")}
        ask={(also) => ask("speciality", { also })}
        before={before}
        onChoose={(name) => {
          setValue("speciality", name, { shouldDirty: true });
          clearErrors("speciality");
        }}
      />
      <OtherSpecialities
        label={t("other_specialities")}
        index="clinic_specialities"
        ask={(also) => ask("other_search", { also })}
        picked={watch("other_specialities").map(({ basic_clinic_speciality_id: id, name }) => ({ id, name }))}
        onChange={(picked) => {
          const others = picked.map(({ id, name }) => ({ basic_clinic_speciality_id: id, name }));
          setValue("other_specialities", others, { shouldDirty: true });
          setValue("other_search", "");
          clearErrors("other_search");
        }}
      />
    </>
  );
}

/** Typed text is a valid address; a suggestion fills in all its parts. */
function AddressField({ ask, form: { setValue, clearErrors } }: Part) {
  const { t } = useTranslation("clinics", { keyPrefix: "address" });
  const search = useSuggestions(suggestPlaces, addressSuggestMs);
  const { matches, failed, text, look } = search;

  function fill(place: Place, typed: string) {
    const address = addressAt(place, typed);
    for (const [field, value] of Object.entries(address) as [keyof Address, string][])
      setValue(field, value, { shouldDirty: true });
    setValue("located", address);
    setValue("coordinates", coordinatesOf(place));
    clearErrors(["address_line_1", "address_line_2", "city", "state", "zipcode"]);
    look("");
  }
  const unknown = text !== "" && matches.length === 0;
  return (
    <ComboField
      label={t("address_line_1")}
      hint={failed ? t("suggestionsFailed") : unknown ? t("noPlace") : t("addressHint")}
      {...ask("address_line_1", { missing: t("missing.address") })}
      search={search}
      spellCheck={false}
      choices={matches.map((place) => ({
        key: `${titleOf(place)}, ${whereOf(place)}`,
        text: titleOf(place),
        note: whereOf(place),
        value: place,
      }))}
      onType={(typed) => look(typed.trim().slice(0, suggestPlacesRules.text.maxLength))}
      onChoose={fill}
    />
  );
}

function AddressParts({ ask, form: { watch, setValue } }: Part) {
  const { t } = useTranslation("clinics", { keyPrefix: "address" });
  const state = watch("state");
  const states = indianStates.filter((name) => containsText(name, state));
  return (
    <>
      <FieldRow>
        <TextField label={t("address_line_2")} {...ask("address_line_2")} autoComplete="off" />
        <TextField label={t("city")} {...ask("city", { missing: t("missing.city") })} autoComplete="off" />
        <ComboField
          label={t("state")}
          {...ask("state")}
          choices={states.map((name) => ({ key: name, text: name, value: name }))}
          onType={() => undefined}
          onChoose={(name) => setValue("state", name, { shouldDirty: true })}
        />
        <PincodeField
          label={t("zipcode")}
          {...ask("zipcode", { missing: t("missing.zipcode"), wrong: t("wrongZipcode") })}
        />
      </FieldRow>
      <Where values={watch()} />
    </>
  );
}

/** Show the coordinates of the address, or that saving will look them up. */
function Where({ values: { located, coordinates, ...address } }: { values: Values }) {
  const { t } = useTranslation("clinics", { keyPrefix: "address" });
  const currentCoordinates = isSameAddress(address, located) ? coordinates : null;
  const degrees = (value: number) => value.toFixed(4);
  return (
    <p className="soft number">
      {currentCoordinates
        ? t("located", {
            latitude: degrees(currentCoordinates.latitude),
            longitude: degrees(currentCoordinates.longitude),
          })
        : t("locatedOnSave")}
    </p>
  );
}
