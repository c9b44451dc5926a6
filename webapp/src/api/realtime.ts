import { useEffect, useRef } from "react";
import { api } from "./client";
import type { staffChannels, superChannels } from "./gen/constants";
import { socketForbidden, socketInvalid, socketOver } from "./gen/constants";
import { isLiveLost, liveBack, liveLost } from "./liveStatus";
import { renewSession } from "./refresh";
import { session } from "./session";
import { isExpired } from "./token";

export type Channel = (typeof staffChannels)[number] | (typeof superChannels)[number];
/** Something that happened; `resync`, on every channel, says that some between are gone for good. */
export interface RealtimeEvent {
  id: number;
  event: string;
  channel: string;
  data: Record<string, unknown>;
}
type Heard = (event: RealtimeEvent) => void;

const listeners = new Map<Channel, Set<Heard>>();
const first = 1000;
const longestMs = 30_000;
/** How long the platform may take to say that everything was told, to a new socket or an old one. */
const silentMs = 20_000;
let socket: WebSocket | null = null;
/** The last event that was heard here: a socket that was lost goes on from there. */
let known: number | undefined;
let failures = 0;
/** Whether the open socket has answered: from then on everything is told. */
let told = false;
let timer: ReturnType<typeof setTimeout> | undefined;
/** Runs out where something was said on a socket and nothing comes back. */
let silence: ReturnType<typeof setTimeout> | undefined;
let heardAt = 0;
let user = session.get()?.user.id;

/** Calls `heard` for every event of a channel, as long as nobody takes it back; one socket serves the whole tab. */
export function listen(channel: Channel, heard: Heard): () => void {
  const there = listeners.get(channel);
  if (there) there.add(heard);
  else {
    listeners.set(channel, new Set([heard]));
    follow();
  }
  return () => {
    const left = listeners.get(channel);
    left?.delete(heard);
    if (left?.size !== 0) return;
    listeners.delete(channel);
    follow();
  };
}

/** Calls `heard` for every event of a channel while the component is on screen. Read what they are about anew. */
export function useRealtime(channel: Channel, heard: Heard) {
  const latest = useRef(heard);
  useEffect(() => {
    latest.current = heard;
  });
  useEffect(() => listen(channel, (event) => latest.current(event)), [channel]);
}

/** Whether whatever happens is told here. Where sockets are forbidden, or lost just now, somebody has to ask. */
export const isTold = () => told;

/** Opens what is wanted and closes what nobody wants; tells an open socket what it is wanted for. */
function follow() {
  if (listeners.size === 0 || !session.get()) return hangUp();
  if (socket?.readyState === WebSocket.OPEN) say({});
  else if (!socket && timer === undefined) again(0);
}

function hangUp() {
  clearTimeout(timer);
  clearTimeout(silence);
  timer = undefined;
  failures = 0;
  liveBack();
  const over = socket;
  socket = null;
  told = false;
  // One that is still opening is closed when it is there: a browser calls anything else a failure.
  if (over?.readyState === WebSocket.OPEN) over.close(1000);
}

function say(more: { token?: string }) {
  expectAnswer();
  const since = known === undefined ? {} : { since: known };
  socket?.send(JSON.stringify({ channels: [...listeners.keys()], ...since, ...more }));
}

function expectAnswer() {
  clearTimeout(silence);
  silence = setTimeout(giveUp, silentMs);
}

/** Leaves a socket that says nothing, as a network leaves one behind: the browser itself would not notice for long. */
function giveUp() {
  const lost = socket;
  if (!lost) return;
  socket = null;
  told = false;
  lost.close();
  later();
}

function again(ms: number) {
  clearTimeout(timer);
  timer = setTimeout(() => {
    timer = undefined;
    void open();
  }, ms);
}

async function open() {
  const token = session.get()?.authToken;
  if (!token || socket) return;
  try {
    if (isExpired(token) && !(await renewSession(token))) return;
  } catch {
    return later();
  }
  const current = session.get();
  // Without a network there is nothing to try: the event below opens it.
  if (navigator.onLine === false) {
    liveLost();
    return again(longestMs);
  }
  if (!current || socket || listeners.size === 0) return;
  const opened = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/realtime`);
  socket = opened;
  expectAnswer();
  opened.onopen = () => {
    if (socket === opened) say({ token: current.authToken });
    else opened.close(1000);
  };
  opened.onmessage = ({ data }) => {
    if (socket === opened) hear(String(data));
  };
  opened.onclose = ({ code }) => {
    if (socket !== opened) return;
    clearTimeout(silence);
    socket = null;
    told = false;
    void closed(code, current.authToken);
  };
}

function hear(message: string) {
  clearTimeout(silence);
  heardAt = Date.now();
  const event = JSON.parse(message) as RealtimeEvent;
  if (!event.channel) {
    // About the channels themselves: everything up to here was told, or can no longer be.
    if (event.event === "ready") {
      failures = 0;
      told = true;
      liveBack();
      known = Math.max(known ?? 0, event.id);
    } else tellAll(event);
    return;
  }
  tell(event);
}

/** Tells it once, whichever way it came: another process of the platform may be a little behind the last one. */
function tell(event: RealtimeEvent) {
  if (event.id <= (known ?? 0)) return;
  known = event.id;
  for (const heard of listeners.get(event.channel as Channel) ?? []) heard(event);
}

function tellAll(event: RealtimeEvent) {
  for (const each of listeners.values()) for (const heard of each) heard(event);
}

async function closed(code: number, token: string) {
  if (code === socketForbidden || code === socketInvalid) return;
  if (code !== socketOver) return later();
  try {
    // Refused once more with a new one, it is over; the next call says so where somebody sees it.
    if (failures === 0 && (await renewSession(token))) {
      failures = 1;
      again(0);
    }
  } catch {
    later();
  }
}

function later() {
  if (listeners.size === 0) return;
  liveLost();
  again((0.5 + Math.random() / 2) * Math.min(longestMs, first * 2 ** failures));
  // A socket that was lost is soon there again. Where the next one fails too, a proxy may let none through.
  if (failures > 0) void ask();
  failures += 1;
}

/** Asks what happened since: as often as a socket is tried, where none gets through. */
async function ask() {
  const asker = user;
  const since = known === undefined ? { only_latest: true } : { since: known };
  const query = { channels: [...listeners.keys()].join(","), ...since };
  try {
    const { data } = await api.get("/careops/events", { query });
    if (told || user !== asker) return;
    liveBack();
    if (data.resync) tellAll({ id: data.latest, event: "resync", channel: "", data: {} });
    for (const event of data.events) tell(event);
    known = Math.max(known ?? 0, data.latest);
    if (data.more) await ask();
  } catch {
    // Whoever is not reached now is asked again with the next try.
  }
}

// Back from a tunnel or from sleep: nobody waits for the pause to end, nor believes a socket from before.
function back() {
  if (timer !== undefined) again(0);
  else if (told && (isLiveLost() || Date.now() - heardAt > silentMs)) say({});
}
addEventListener("online", back);
addEventListener("offline", () => listeners.size > 0 && liveLost());
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") back();
});
session.subscribe(() => {
  const now = session.get()?.user.id;
  if (now === user) return;
  user = now;
  known = undefined;
  hangUp();
  follow();
});
