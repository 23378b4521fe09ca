import type { MailboxStore } from '../mailboxStore.ts'
import type { NewHook, WatchEvent } from '../watchStore.ts'

let hooks = 0
/** Returns the data of a webhook's registration. It has a new id unless `more` has one. */
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
 * Claims the events that are due, at most 1,000, and returns those that `isOurs` accepts. Where
 * tests share a store, events of other tests are claimed, too.
 */
export async function claimOf(
  store: MailboxStore,
  isOurs: (event: WatchEvent) => boolean,
): Promise<readonly WatchEvent[]> {
  return (await store.watch.claim(1_000)).filter(isOurs)
}
