import { createMemoryStore } from '../device/createMemoryStore.ts'
import type { Store } from '../device/openStore.ts'
import { isDevice, isSameDevice } from '../device/openDevice.ts'
import { readAccount } from '../vault/deviceShare.ts'
import type { Entry } from './carried.ts'
import { writeCarried } from './carried.ts'

/**
 * What the window works with for a site: the login of the window itself, which is the same for all
 * sites, unless the site's frame has one of another device.
 * - A frame of the same login: the window's own, with what the frame has beside it. The window's
 *   share may be newer: frames of other sites do not hear of a new split.
 * - A frame of another login, such as one of before there were windows: the frame's, in memory, for
 *   this site alone. Nobody has to log in again, nothing is lost on either side, and no
 *   site's frame makes its login that of the browser.
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
