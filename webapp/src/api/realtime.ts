import { useEffect, useEffectEvent } from "react";
import { api } from "./client";
import type { staffChannels, superChannels } from "./gen/constants";
import { recentMostMs, socketForbidden, socketInvalid, socketOver } from "./gen/constants";
import { isLiveLost, markLiveLost, markLiveRestored } from "./liveStatus";
import { renewSession } from "./renewSession";
import { session } from "./session";
import { isExpired } from "./token";

export type Channel = (typeof staffChannels)[number] | (typeof superChannels)[number];
/** A realtime event. `resync` asks to read the records again: events are lost, or older than the page. */
export interface RealtimeEvent {
  id: number;
  event: string;
  channel: string;
  data: Record<string, unknown>;
  raised_at?: string | null;
}
type Heard = (event: RealtimeEvent) => void;

const listeners = new Map<Channel, Set<Heard>>();
const first = 1000;
const longestMs = 30_000;
/** Time limit for the server to confirm a subscription, on a new or an existing socket. */
const silentMs = 20_000;
let socket: WebSocket | null = null;
/** Id of the last event; a new socket resumes after it. */
let known: number | undefined;
/** Time of the first subscription while no id is known. Screens have read their records since. */
let followedSince = 0;
/**
 * Messages that asked for the events since that time, and that the server has not answered. The events are no news to a
 * page that was opened after them, and those of one message can be older than those of another.
 */
let unanswered = 0;
/** Screens may show records that were read this long before they subscribed. */
const readBeforeMs = 5000;
let failures = 0;
/** True after the open socket has answered; from then on it delivers all events. */
let isConnected = false;
let timer: ReturnType<typeof setTimeout> | undefined;
/** Fires if the server does not answer a message on the socket. */
let silence: ReturnType<typeof setTimeout> | undefined;
let heardAt = 0;
let user = session.get()?.user.id;

/** Call `heard` for every event of a channel until the returned function is called. The tab shares one socket. */
export function subscribe(channel: Channel, listener: Heard): () => void {
  const channelListeners = listeners.get(channel);
  if (channelListeners) channelListeners.add(listener);
  else {
    if (known === undefined && listeners.size === 0) followedSince = Date.now();
    listeners.set(channel, new Set([listener]));
    follow();
  }
  return () => {
    const left = listeners.get(channel);
    left?.delete(listener);
    if (left?.size !== 0) return;
    listeners.delete(channel);
    follow();
  };
}

/**
 * Call `heard` for every event of a channel while the component is mounted. Events carry no values; reload the
 * records. A `channel` of null disables it.
 */
export function useRealtime(channel: Channel | null, listener: Heard) {
  const onEvent = useEffectEvent(listener);
  useEffect(() => (channel ? subscribe(channel, (event) => onEvent(event)) : undefined), [channel]);
}

/** True if events arrive by socket. If sockets are forbidden or lost, callers must poll. */
export const isRealtimeConnected = () => isConnected;

/** Open or close the socket for the current listeners, or send an open socket the new list of channels. */
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
  markLiveRestored();
  const over = socket;
  socket = null;
  isConnected = false;
  // Close an opening socket only once it is open, because browsers report an earlier close as a failure.
  if (over?.readyState === WebSocket.OPEN) over.close(1000);
}

function say(more: { token?: string }) {
  expectAnswer();
  if (known === undefined) unanswered += 1;
  socket?.send(JSON.stringify({ channels: [...listeners.keys()], ...startOfEvents(), ...more }));
}

/** The point from which events are wanted: the last known one, or the time when the first screen read its records. */
function startOfEvents() {
  if (known !== undefined) return { since: known };
  return { recent_ms: Math.min(recentMostMs, Date.now() - followedSince + readBeforeMs) };
}

function expectAnswer() {
  clearTimeout(silence);
  silence = setTimeout(giveUp, silentMs);
}

/** Drop a socket that no longer answers after a network change. The browser itself notices only much later. */
function giveUp() {
  const lost = socket;
  if (!lost) return;
  socket = null;
  isConnected = false;
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
  // Offline: the `online` event opens the socket.
  if (navigator.onLine === false) {
    markLiveLost();
    return again(longestMs);
  }
  if (!current || socket || listeners.size === 0) return;
  unanswered = 0;
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
    isConnected = false;
    void closed(code, current.authToken);
  };
}

function hear(message: string) {
  clearTimeout(silence);
  heardAt = Date.now();
  const event = JSON.parse(message) as RealtimeEvent;
  if (!event.channel) {
    // About the subscription itself: all events up to here are delivered or lost.
    if (event.event === "ready") {
      failures = 0;
      isConnected = true;
      unanswered = Math.max(0, unanswered - 1);
      markLiveRestored();
      known = Math.max(known ?? 0, event.id);
    } else tellAll(event);
    return;
  }
  tell(event);
}

/** Deliver each event once. Events of another server process can arrive late, and polling can repeat them. */
function tell(event: RealtimeEvent) {
  const isEarlier = unanswered > 0;
  if (!isEarlier && event.id <= (known ?? 0)) return;
  known = Math.max(known ?? 0, event.id);
  const reported = isEarlier ? { ...event, event: "resync" } : event;
  for (const listener of listeners.get(event.channel as Channel) ?? []) listener(reported);
}

function tellAll(event: RealtimeEvent) {
  for (const each of listeners.values()) for (const listener of each) listener(event);
}

async function closed(code: number, token: string) {
  if (code === socketForbidden || code === socketInvalid) return;
  if (code !== socketOver) return later();
  try {
    // If the server refuses the new token as well, stop. The next call reports it to the user.
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
  markLiveLost();
  again((0.5 + Math.random() / 2) * Math.min(longestMs, first * 2 ** failures));
  // A lost socket usually reconnects. If the next attempt fails too, a proxy may block sockets, so poll.
  if (failures > 0) void ask();
  failures += 1;
}

/** Poll for events since the last one, at the rate of the reconnect attempts. */
async function ask() {
  const asker = user;
  const since = known === undefined ? { only_latest: true } : { since: known };
  const query = { channels: [...listeners.keys()].join(","), ...since };
  try {
    const { data } = await api.get("/careops/events", { query });
    if (isConnected || user !== asker) return;
    markLiveRestored();
    // The events before the first poll are not known.
    if (data.resync || known === undefined) tellAll({ id: data.latest, event: "resync", channel: "", data: {} });
    for (const event of data.events) tell(event);
    known = Math.max(known ?? 0, data.latest);
    if (data.more) await ask();
  } catch {
    // The next attempt polls again.
  }
}

// After being offline or asleep, reconnect without waiting and check that the old socket still answers.
function back() {
  if (timer !== undefined) again(0);
  else if (isConnected && (isLiveLost() || Date.now() - heardAt > silentMs)) say({});
}
addEventListener("online", back);
addEventListener("offline", () => listeners.size > 0 && markLiveLost());
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
