import { afterEach, beforeEach, vi } from "vitest";
import { session } from "@/api/session";
import { startSession } from "./test-api";

/** Fake socket of realtime events, which the test opens and sends messages from. */
export class FakeSocket {
  static OPEN = 1;
  static all: FakeSocket[] = [];
  readyState = 0;
  messages: Record<string, unknown>[] = [];
  onopen?: () => void;
  onmessage?: (message: { data: string }) => void;
  onclose?: (closed: { code: number }) => void;
  constructor() {
    FakeSocket.all.push(this);
  }
  send(text: string) {
    this.messages.push(JSON.parse(text));
  }
  close() {
    this.readyState = 3;
  }
  open() {
    this.readyState = 1;
    this.onopen?.();
  }
  deliver(message: object) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  /** Open, and confirm the subscription up to the event `id`. */
  confirm(id = 1) {
    this.open();
    this.deliver({ event: "ready", id });
  }
}
export const newestSocket = () => FakeSocket.all.at(-1) as FakeSocket;

/** Run each test signed in, with fake sockets and timers. */
export function setUpSockets() {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("WebSocket", FakeSocket);
    FakeSocket.all = [];
    startSession();
  });
  afterEach(() => {
    session.end("signedOut");
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });
}
