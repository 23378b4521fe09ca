import { limits } from '../limits.ts'
import type { WatchEvent } from './watchStore.ts'

/** The waiting events of a client or an address. */
type Waiting = { events: number; bytes: number }

const { client: ofClient, address: ofAddress } = limits.watch.waiting

/** Counts the waiting events of each client and of each address. */
export function createWatchRoom() {
  const waiting = new Map<string, Waiting>()
  const none: Waiting = { events: 0, bytes: 0 }

  function add(owner: string, events: number, bytes: number): void {
    const known = waiting.get(owner) ?? none
    waiting.set(owner, { events: known.events + events, bytes: known.bytes + bytes })
    if (known.events + events <= 0) waiting.delete(owner)
  }

  function hasRoom(owner: string, bytes: number, max: Waiting): boolean {
    const known = waiting.get(owner) ?? none
    return known.events < max.events && known.bytes + bytes <= max.bytes
  }

  return {
    fits: ({ client, holder }: Pick<WatchEvent, 'client' | 'holder'>, bytes: number): boolean =>
      hasRoom(client, bytes, ofClient) && (holder === '' || hasRoom(holder, bytes, ofAddress)),
    count(
      { client, holder }: Pick<WatchEvent, 'client' | 'holder'>,
      by: 1 | -1,
      bytes: number,
    ): void {
      for (const owner of holder === '' ? [client] : [client, holder]) add(owner, by, by * bytes)
    },
  }
}
