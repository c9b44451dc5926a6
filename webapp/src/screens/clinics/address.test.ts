import { describe, expect, it, vi } from "vitest";
import { session } from "@/api/session";
import { lettersOf } from "@/screens/catalogue/shared/specialities";
import { respond, respondError } from "@/test-api";
import { type Address, addressAt, diffClinic, isSameAddress, locate, type Place, titleOf, whereOf } from "./address";

const place: Place = {
  address: null,
  locality: "Model Town",
  city: "Ludhiana",
  state: "Punjab",
  zipcode: "141002",
  latitude: 30.89,
  longitude: 75.84,
};

describe("the address a chosen place makes", () => {
  it.each([
    ["12 Mall Road, model town ludh", "12 Mall Road"],
    ["12 Mall Road, Model Town, Ludhiana, Punjab 141002", "12 Mall Road"],
    ["SCO 4-5, Sarabha Nagar ludhyana", "SCO 4-5, Sarabha Nagar"],
    ["Model School Road model", "Model School Road"],
    ["12/3 Mall Road", "12/3 Mall Road"],
    ["ਮਾਲ ਰੋਡ ludhiana", "ਮਾਲ ਰੋਡ"],
    ["ਮਾਲ ਰੋਡ, ਲੁਧਿਆਣਾ", "ਮਾਲ ਰੋਡ"],
  ])("%j keeps %j", (typed, line) => {
    expect(addressAt(place, typed)).toEqual({
      address_line_1: line,
      address_line_2: "Model Town",
      city: "Ludhiana",
      state: "Punjab",
      zipcode: "141002",
    });
  });

  it.each(["model town", "141002", "ਲੁਧਿਆਣਾ", ""])("%j, without a street, says the locality once", (typed) => {
    expect(addressAt(place, typed)).toMatchObject({ address_line_1: "Model Town", address_line_2: "" });
  });

  it("is a whole city's with no locality", () => {
    const city = { ...place, locality: null, zipcode: null };
    expect(addressAt(city, "ludhi")).toMatchObject({ address_line_1: "Ludhiana", address_line_2: "", zipcode: "" });
  });

  it("is the geocoder's own where it knows the street", () => {
    expect(addressAt({ ...place, address: "12 Mall Road" }, "mall road").address_line_1).toBe("12 Mall Road");
  });
});

it("a place is named, and said where it is", () => {
  const named = (some: Place) => [titleOf(some), whereOf(some)];
  expect(named(place)).toEqual(["Model Town", "Ludhiana, Punjab 141002"]);
  expect(named({ ...place, locality: null, zipcode: null })).toEqual(["Ludhiana", "Punjab"]);
  expect(named({ ...place, address: "12 Mall Road" })).toEqual(["12 Mall Road, Model Town", "Ludhiana, Punjab 141002"]);
});

it("addresses are the same but for blanks at their ends", () => {
  const address: Address = addressAt(place, "");
  expect(isSameAddress(address, { ...address, city: " Ludhiana " })).toBe(true);
  expect(isSameAddress(address, { ...address, zipcode: "141003" })).toBe(false);
});

describe("where an address is", () => {
  const address = addressAt(place, "12 Mall Road");
  const user = { id: 1, name: "H", phone_number: "9000000001", email: null, user_accounts: [] };
  function sendRequest(answer: Response) {
    session.start({ authToken: "a", refreshToken: "r", accountType: "customer_care", user });
    vi.stubGlobal("fetch", async () => answer);
  }
  const respondPlaces = (...data: Place[]) => respond("get", "/careops/places", { success: true, data });

  it("is where its pincode is, and nowhere when no place is found", async () => {
    sendRequest(respondPlaces({ ...place, zipcode: "141003", latitude: 31 }, place));
    expect(await locate(address)).toEqual({ latitude: 30.89, longitude: 75.84 });
    sendRequest(respondPlaces());
    expect(await locate(address)).toBeNull();
  });

  it("is not said to be unknown when nobody could be asked", async () => {
    sendRequest(respondError(500));
    expect(await locate(address)).toBeUndefined();
  });
});

describe("what is sent of a clinic", () => {
  const before = {
    address: addressAt(place, "12 Mall Road, model town"),
    coordinates: { latitude: 30.89, longitude: 75.84 },
    beds_count: "40",
    rooms_count: "",
    speciality: "Cardiology",
    other_specialities: [],
  };
  it("is nothing when nothing has changed", () => {
    expect(diffClinic(before, { ...before, speciality: " Cardiology " })).toEqual({});
  });
  it("is what has changed, so that a colleague's change stays", () => {
    expect(diffClinic(before, { ...before, rooms_count: "44" })).toEqual({ rooms_count: 44 });
    expect(diffClinic(before, { ...before, beds_count: "", speciality: "" })).toEqual({
      beds_count: null,
      speciality: null,
    });
  });
  it("is the whole address when a part of it has", () => {
    const moved = { ...before, address: { ...before.address, zipcode: "141003" } };
    expect(diffClinic(before, moved)).toEqual({
      location: {
        address_line_1: "12 Mall Road",
        address_line_2: "Model Town",
        city: "Ludhiana",
        state: "Punjab",
        zipcode: "141003",
        latitude: 30.89,
        longitude: 75.84,
      },
    });
  });
});

it.each([
  ["c1a2r-d", "card"],
  ["  general   medicine ", "general medicine"],
  ["Obstetrics & Gyn", "Obstetrics Gyn"],
  ["हृदय-रोग 2", "हृदयरोग"],
  ["ਦਿਲ ਦੇ ਰੋਗ", "ਦਿਲ ਦੇ ਰੋਗ"],
  ["123 !?", ""],
])("of %j the letters are %j", (typed, letters) => expect(lettersOf(typed)).toBe(letters));
