import { createMemoryKeep } from '../device/createMemoryKeep.ts'
import type { Keep } from '../device/openKeep.ts'
import { isDevice } from '../device/openDevice.ts'
import { readAccount } from '../vault/deviceShare.ts'
import type { Entry } from './carried.ts'
import { writeCarried } from './carried.ts'

/**
 * What the window works with for a site: the login of the window itself, which is the same for all sites, unless the site's frame has one of another device.
 * - A frame of the same login: the window's own, with what the frame has beside it. The window's share may be newer: frames of other sites do not hear of a new split.
 * - A window that has no account yet takes over the frame's: an account of before there were windows is on all sites from then on.
 * - A window with another account, or one that another device of the same browser holds: the frame's login, in memory, for this site alone. Nothing is lost on either side.
 */
export async function openWindowKeep(own: Keep, entries: readonly Entry[], origin: string): Promise<Keep> {
  const carried = createMemoryKeep(new Map(entries))
  const account = await readAccount(carried)
  if (!account) return own
  if (await isSameDevice(own, carried)) {
    const stored = new Set(await own.names(''))
    await writeCarried(own, entries.filter(([name]) => !stored.has(name)), origin)
    return own
  }
  const shares = (await Promise.all(['share:', 'pending:'].map(own.names))).flat()
  if (shares.length > 0) return carried
  await writeCarried(own, entries, origin)
  return own
}

async function isSameDevice(one: Keep, other: Keep): Promise<boolean> {
  const [a, b] = await Promise.all([one, other].map(async (keep) => {
    const device = await keep.get('device')
    return isDevice(device) ? JSON.stringify(await crypto.subtle.exportKey('jwk', device.publicKey)) : undefined
  }))
  return a !== undefined && a === b
}
