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
type Listener = (event: RealtimeEvent) => void;

/**
 * `closed`: there is no subscription, or the server refused for good. `waiting`: a timer starts the next attempt. `connecting`:
 * renews an expired token, opens the socket and awaits the confirmation. `open`: the socket delivers all events.
 */
type State = "closed" | "waiting" | "connecting" | "open";
type Trigger = "start" | "attempt" | "confirm" | "expire" | "retry" | "refuse" | "stop";

/** The next state for each trigger. Others are ignored. */
const transitions: Record<State, Partial<Record<Trigger, State>>> = {
  closed: { start: "waiting", stop: "closed" },
  waiting: { attempt: "connecting", retry: "waiting", stop: "closed" },
  connecting: { confirm: "open", expire: "connecting", retry: "waiting", refuse: "closed", stop: "closed" },
  open: { confirm: "open", expire: "connecting", retry: "waiting", refuse: "closed", stop: "closed" },
};

const firstWaitMs = 1000;
const maxWaitMs = 30_000;
/** Time limit for the server to confirm a subscription, on a new or an existing socket. */
const silentMs = 20_000;
/** Screens may show records that were read this long before they subscribed. */
const readBeforeMs = 5000;

/** The socket of this tab, shared by all subscribers. */
class LiveConnection {
  state: State = "closed";
  /** Number of transitions that replaced a socket or timer; an awaited step compares it to notice that it is outdated. */
  #steps = 0;
  #listeners = new Map<Channel, Set<Listener>>();
  #socket: WebSocket | null = null;
  /** Starts the next attempt, or gives up a socket that does not answer. */
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  /** A new socket resumes after this event. */
  #lastEventId: number | undefined;
  #lastMessageAt = 0;
  /** Time of the first subscription while no event is known. Screens have read their records since. */
  #subscribedAt = 0;
  /**
   * Messages that asked for the events since that time, and that the server has not answered. The events are no news to
   * a page that was opened after them, and those of one message can be older than those of another.
   */
  #unanswered = 0;
  #userId = session.get()?.user.id;

  constructor() {
    addEventListener("online", () => this.#resume());
    addEventListener("offline", () => this.#listeners.size > 0 && markLiveLost());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.#resume();
    });
    session.subscribe(() => {
      const userId = session.get()?.user.id;
      if (userId === this.#userId) return;
      this.#userId = userId;
      this.#lastEventId = undefined;
      this.#stop();
      this.#update();
    });
  }

  subscribe(channel: Channel, listener: Listener): () => void {
    const channelListeners = this.#listeners.get(channel);
    if (channelListeners) channelListeners.add(listener);
    else {
      if (this.#lastEventId === undefined && this.#listeners.size === 0) this.#subscribedAt = Date.now();
      this.#listeners.set(channel, new Set([listener]));
      this.#update();
    }
    return () => {
      const left = this.#listeners.get(channel);
      left?.delete(listener);
      if (left?.size !== 0) return;
      this.#listeners.delete(channel);
      this.#update();
    };
  }

  /** Enter the next state; return false if the table has none. Except for a confirmation, timer and socket end. */
  #transition(trigger: Trigger): boolean {
    const next = transitions[this.state][trigger];
    if (!next) return false;
    this.state = next;
    if (trigger !== "confirm") {
      this.#steps += 1;
      clearTimeout(this.#timer);
      this.#dropSocket(trigger === "stop");
    }
    return true;
  }

  #dropSocket(isStopped: boolean) {
    const socket = this.#socket;
    this.#socket = null;
    // A stopped socket closes when it is open, because browsers report an earlier close as a failure.
    if (!isStopped || socket?.readyState === WebSocket.OPEN) socket?.close(1000);
  }

  /** Open or close the socket for the current listeners, or send an open socket the new list of channels. */
  #update() {
    if (this.#listeners.size === 0 || !session.get()) this.#stop();
    else if (this.#socket?.readyState === WebSocket.OPEN) this.#sendSubscription({});
    else this.#reconnectIn(0, "start");
  }

  #stop() {
    this.#transition("stop");
    this.#failures = 0;
    markLiveRestored();
  }

  /** After being offline or asleep, reconnect without waiting, and check that an open socket still answers. */
  #resume() {
    if (this.state === "waiting") this.#reconnectIn(0);
    else if (this.state === "open" && (isLiveLost() || Date.now() - this.#lastMessageAt > silentMs))
      this.#sendSubscription({});
  }

  #reconnectIn(ms: number, trigger: Trigger = "retry") {
    if (this.#transition(trigger)) this.#timer = setTimeout(() => void this.#connect(), ms);
  }

  #scheduleReconnect() {
    markLiveLost();
    this.#reconnectIn((0.5 + Math.random() / 2) * Math.min(maxWaitMs, firstWaitMs * 2 ** this.#failures));
    // A lost socket usually reconnects. If the next attempt fails too, a proxy may block sockets, so poll.
    if (this.#failures > 0) void this.#poll();
    this.#failures += 1;
  }

  async #connect() {
    this.#transition("attempt");
    const token = session.get()?.authToken;
    if (token && isExpired(token) && !(await this.#renew(token))) return;
    // Offline: the `online` event opens the socket.
    if (navigator.onLine === false) {
      markLiveLost();
      return this.#reconnectIn(maxWaitMs);
    }
    const current = session.get();
    if (!current) return;
    this.#unanswered = 0;
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/realtime`);
    this.#socket = socket;
    this.#expectAnswer();
    socket.onopen = () => {
      if (this.#socket === socket) this.#sendSubscription({ token: current.authToken });
      else socket.close(1000);
    };
    socket.onmessage = ({ data }) => {
      if (this.#socket === socket) this.#receive(JSON.parse(String(data)));
    };
    socket.onclose = ({ code }) => {
      if (this.#socket === socket) void this.#handleClose(code, current.authToken);
    };
  }

  async #handleClose(code: number, token: string) {
    const isOver = code === socketOver;
    // If the server refuses the new token as well, stop. The next call reports it to the user.
    if (code === socketForbidden || code === socketInvalid || (isOver && this.#failures > 0))
      this.#transition("refuse");
    else if (!isOver) this.#scheduleReconnect();
    else if (this.#transition("expire") && (await this.#renew(token))) {
      this.#failures = 1;
      this.#reconnectIn(0);
    }
  }

  /** Renew the token. False if that failed, or if another attempt replaced this one. */
  async #renew(token: string): Promise<boolean> {
    const step = this.#steps;
    const outcome = await renewSession(token).catch(() => null);
    if (step !== this.#steps) return false;
    if (outcome === null) this.#scheduleReconnect();
    else if (!outcome) this.#transition("refuse");
    return outcome === true;
  }

  #sendSubscription(credentials: { token?: string }) {
    this.#expectAnswer();
    if (this.#lastEventId === undefined) this.#unanswered += 1;
    const channels = [...this.#listeners.keys()];
    this.#socket?.send(JSON.stringify({ channels, ...this.#startOfEvents(), ...credentials }));
  }

  /** The point from which events are wanted: the last one, or the time when the first screen read its records. */
  #startOfEvents() {
    if (this.#lastEventId !== undefined) return { since: this.#lastEventId };
    return { recent_ms: Math.min(recentMostMs, Date.now() - this.#subscribedAt + readBeforeMs) };
  }

  /** Drop a socket that no longer answers after a network change. The browser itself notices only much later. */
  #expectAnswer() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#scheduleReconnect(), silentMs);
  }

  #receive(event: RealtimeEvent) {
    clearTimeout(this.#timer);
    this.#lastMessageAt = Date.now();
    if (event.channel) this.#deliver(event);
    else if (event.event === "ready") {
      // About the subscription itself: all events up to here are delivered or lost.
      this.#transition("confirm");
      this.#failures = 0;
      this.#unanswered = Math.max(0, this.#unanswered - 1);
      markLiveRestored();
      this.#remember(event.id);
    } else this.#broadcast(event);
  }

  /** Deliver each event once. Events of another server process can arrive late, and polling can repeat them. */
  #deliver(event: RealtimeEvent) {
    const isEarlier = this.#unanswered > 0;
    if (!isEarlier && event.id <= (this.#lastEventId ?? 0)) return;
    this.#remember(event.id);
    const reported = isEarlier ? { ...event, event: "resync" } : event;
    for (const listener of this.#listeners.get(event.channel as Channel) ?? []) listener(reported);
  }

  #broadcast(event: RealtimeEvent) {
    for (const each of this.#listeners.values()) for (const listener of each) listener(event);
  }

  #remember(id: number) {
    this.#lastEventId = Math.max(this.#lastEventId ?? 0, id);
  }

  /** Poll for events since the last one, at the rate of the reconnect attempts. */
  async #poll() {
    const userId = this.#userId;
    const since = this.#lastEventId === undefined ? { only_latest: true } : { since: this.#lastEventId };
    const query = { channels: [...this.#listeners.keys()].join(","), ...since };
    try {
      const { data } = await api.get("/careops/events", { query });
      if (this.state === "open" || this.#userId !== userId) return;
      markLiveRestored();
      // The events before the first poll are not known.
      if (data.resync || this.#lastEventId === undefined)
        this.#broadcast({ id: data.latest, event: "resync", channel: "", data: {} });
      for (const event of data.events) this.#deliver(event);
      this.#remember(data.latest);
      if (data.more) await this.#poll();
    } catch {
      // The next attempt polls again.
    }
  }
}

export const liveConnection = new LiveConnection();

/**
 * Call `listener` for every event of a channel while the component is mounted. Events carry no values; reload the
 * records. A `channel` of null disables it.
 */
export function useRealtime(channel: Channel | null, listener: Listener) {
  const onEvent = useEffectEvent(listener);
  useEffect(() => (channel ? liveConnection.subscribe(channel, (event) => onEvent(event)) : undefined), [channel]);
}
