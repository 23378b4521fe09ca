import type { MailboxStore } from '../mailboxStore.ts'
import type { NewHook, WatchEvent } from '../watchStore.ts'

let hooks = 0
/** Makes a new registration. */
export const newHook = (more: Partial<NewHook> = {}): NewHook => ({
  id: `hook ${(hooks += 1)}`,
  type: 'publisher',
  service: 'https://example.org',
  url: 'https://example.org/hook',
  tags: [1108],
  statuses: ['accepted', 'queued', 'delivered'],
  ends: Date.now() + 60_000,
  ...more,
})

/**
 * Waits until events can be claimed, and returns them. Where tests share a store, events of other
 * tests may be among them.
 */
export async function claimOf(
  store: MailboxStore,
  isOurs: (event: WatchEvent) => boolean,
): Promise<readonly WatchEvent[]> {
  return (await store.watch.claim(1_000)).filter(isOurs)
}
