import { createMemoryStore } from '../device/createMemoryStore.ts'
import type { Store } from '../device/openStore.ts'
import { isDevice, isSameDevice } from '../device/openDevice.ts'
import { readAccount } from '../vault/deviceShare.ts'
import type { Entry } from './carried.ts'
import { writeCarried } from './carried.ts'

/**
 * The store that the window uses for a site. It has the window's own login, which is the same
 * for all sites, unless the site's frame has a login of another device.
 * - A frame with the same login: the window's store, with the frame's additional entries.
 *   The window's share may be newer, because frames of other sites do not get a new split.
 * - A frame with another login, such as one from a version without windows: the frame's entries, in
 *   memory, for this site alone. The visitor does not have to log in again, nothing is lost on
 *   either side, and no site's frame makes its login that of the browser.
 */
export async function openWindowStore(
  own: Store,
  entries: readonly Entry[],
  origin: string,
): Promise<Store> {
  const carried = createMemoryStore(new Map(entries))
  const [account, stored] = await Promise.all([readAccount(carried), own.all()])
  if (!account) return own
  if (!(await areSame(stored.get('device'), await carried.get('device')))) return carried
  await writeCarried(
    own,
    entries.filter(([name]) => !stored.has(name)),
    origin,
  )
  return own
}

const areSame = async (first: unknown, second: unknown) =>
  isDevice(first) && isDevice(second) && isSameDevice(first, second)
