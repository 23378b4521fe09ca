import type { Store } from '../device/openStore.ts'

/** A stored value with its name; `value` is undefined if the entry was deleted. */
export type Entry = readonly [name: string, value: unknown]

/**
 * Names of the entries that a frame and the wallet's window exchange: the login, the account's
 * share, the owner's choices about smart accounts, the site's consent, kind of account, sent
 * transactions and grants. The exchange is needed because the
 * browser has a separate storage for the frame on each site, and for the window. Keys are sent as
 * they are stored, and neither page can export them.
 */
const ofLogin = ['device', 'current', 'share:', 'pending:', 'emailChange', 'smartAccount:']
const ofSite = ['consent:', 'join:', 'sent:', 'calls:', 'accountType:', 'grant:']

const isNamed = (name: string, origin: string) =>
  ofLogin.some((start) => (start.endsWith(':') ? name.startsWith(start) : name === start)) ||
  ofSite.some((start) => name === start + origin || name.startsWith(`${start}${origin} `))

/**
 * Whether an entry of a store is exchanged now. Of the shares, only the share of the current
 * account is exchanged: no site needs the shares of other accounts in this browser.
 */
function isCarriedOf(current: unknown, origin: string): (name: string) => boolean {
  const share = typeof current === 'string' ? current.toLowerCase() : undefined
  return (name) =>
    isNamed(name, origin) &&
    (!/^(share|pending):/.test(name) || (share !== undefined && name.endsWith(`:${share}`)))
}

/** Reads all entries that are exchanged for a site. */
export async function readCarried(store: Store, origin: string): Promise<readonly Entry[]> {
  const stored = await store.all()
  const isCarried = isCarriedOf(stored.get('current'), origin)
  return [...stored].filter(([name]) => isCarried(name))
}

/** Stores received entries. Entries of other sites are dropped. */
export async function writeCarried(
  store: Store,
  entries: readonly Entry[],
  origin: string,
): Promise<void> {
  for (const [name, value] of entries) {
    if (!isNamed(name, origin)) continue
    await (value === undefined ? store.delete(name) : store.set(name, value))
  }
}

/** A store that records which exchanged entries have changed. `take` returns each change once. */
export function noteChanges(
  store: Store,
  origin: string,
): Store & { take: () => Promise<readonly Entry[]> } {
  let changed = new Set<string>()
  const note = (name: string) => isNamed(name, origin) && changed.add(name)
  return {
    ...store,
    async set(name, value) {
      await store.set(name, value)
      note(name)
    },
    async delete(name) {
      await store.delete(name)
      note(name)
    },
    async add(name, value) {
      const stored = await store.add(name, value)
      note(name)
      return stored
    },
    async clear() {
      for (const name of await store.names('')) note(name)
      await store.clear()
    },
    async take() {
      const names = [...changed]
      changed = new Set()
      if (names.length === 0) return []
      const stored = await store.all()
      const isCarried = isCarriedOf(stored.get('current'), origin)
      const entries = names.map((name) => [name, stored.get(name)] as const)
      // a deleted entry has to be deleted in the store of the other page, too
      return entries.filter(([name, value]) => value === undefined || isCarried(name))
    },
  }
}
