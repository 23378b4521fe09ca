import { createMemoryStore } from '../device/createMemoryStore.ts'
import type { Store } from '../device/openStore.ts'
import { isDevice, isSameDevice } from '../device/openDevice.ts'
import { readAccount } from '../vault/deviceShare.ts'
import type { Entry } from './carried.ts'
import { writeCarried } from './carried.ts'

/**
 * The store that the window uses for a site. It has the window's own login, which is the same for
 * all sites, unless the site's frame has a login of another device.
 * - The frame has the same login: the window's store, with the frame's additional entries. The
 *   window's share may be newer, because frames of other sites do not get a new split.
 * - The frame has another login, such as a login from a version without windows: the frame's
 *   entries, in memory, for this site alone. So the visitor does not have to log in again, no data
 *   is lost in the frame or in the window, and no site can replace the browser's login by the login
 *   of its frame.
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
