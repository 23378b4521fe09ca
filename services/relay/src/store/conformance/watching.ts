import type { MailboxStore } from '../mailboxStore.ts'
import type { NewHook, WatchEvent } from '../watchStore.ts'

let hooks = 0
/** A registration that nobody has made. */
export const newHook = (more: Partial<NewHook> = {}): NewHook => ({
  id: `hook ${(hooks += 1)}`, type: 'publisher', service: 'https://example.org', url: 'https://example.org/hook', tags: [1108], statuses: ['accepted', 'queued', 'delivered'], ends: Date.now() + 60_000, ...more,
})

/** Events come out as soon as they are there; others may be in between where stores are shared. */
export async function claimOf(store: MailboxStore, isOurs: (event: WatchEvent) => boolean): Promise<readonly WatchEvent[]> {
  return (await store.watch.claim(1_000)).filter(isOurs)
}
