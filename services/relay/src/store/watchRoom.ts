import { limits } from '../limits.ts'
import type { WatchEvent } from './watchStore.ts'

/** The waiting events of a client or an address. */
type Waiting = { events: number; bytes: number }

const { client: ofClient, address: ofAddress } = limits.watch.waiting

/** Counts the waiting events of each client and of each address. */
export function createWatchRoom() {
  const waiting = new Map<string, Waiting>()
  const none: Waiting = { events: 0, bytes: 0 }

  function add(who: string, events: number, bytes: number): void {
    const known = waiting.get(who) ?? none
    waiting.set(who, { events: known.events + events, bytes: known.bytes + bytes })
    if (known.events + events <= 0) waiting.delete(who)
  }

  function hasRoom(who: string, bytes: number, most: Waiting): boolean {
    const known = waiting.get(who) ?? none
    return known.events < most.events && known.bytes + bytes <= most.bytes
  }

  return {
    fits: ({ client, holder }: Pick<WatchEvent, 'client' | 'holder'>, bytes: number): boolean =>
      hasRoom(client, bytes, ofClient) && (holder === '' || hasRoom(holder, bytes, ofAddress)),
    count(
      { client, holder }: Pick<WatchEvent, 'client' | 'holder'>,
      by: 1 | -1,
      bytes: number,
    ): void {
      for (const who of holder === '' ? [client] : [client, holder]) add(who, by, by * bytes)
    },
  }
}
