import { describe, expect, it } from "vitest";
import { type Address, addressAt, isSameAddress, type Place, titleOf, whereOf } from "./address";
import { lettersOf } from "./specialities";

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
    ["model town", "Model Town"],
    ["141002", "Model Town"],
    ["", "Model Town"],
  ])("%j keeps %j", (typed, line) => {
    expect(addressAt(place, typed)).toEqual({
      address_line_1: line,
      address_line_2: "Model Town",
      city: "Ludhiana",
      state: "Punjab",
      zipcode: "141002",
    });
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

it.each([
  ["c1a2r-d", "card"],
  ["  general   medicine ", "general medicine"],
  ["Obstetrics & Gyn", "Obstetrics Gyn"],
  ["हृदय-रोग 2", "हृदयरोग"],
  ["ਦਿਲ ਦੇ ਰੋਗ", "ਦਿਲ ਦੇ ਰੋਗ"],
  ["123 !?", ""],
])("of %j the letters are %j", (typed, letters) => expect(lettersOf(typed)).toBe(letters));
