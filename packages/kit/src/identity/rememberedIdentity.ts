import { isObject } from '@latchkey/protocol/isObject'
import type { Kit } from '../core/kit.ts'
import { cleanText } from '../core/cleanText.ts'
import { storedValue } from '../core/storedValue.ts'
import { strangePicture } from '../core/strangePicture.ts'
import type { Identity } from './identityQuery.ts'

/** An account's name and avatar, and when they were asked for, in milliseconds since 1970. */
type Known = { address: string; at: number; identity: Identity }

/** Accounts that are remembered; the oldest goes first. */
const most = 6

const isText = (value: unknown) => value === undefined || typeof value === 'string'

function isKnown(value: unknown): value is Known {
  return isObject(value) && typeof value['address'] === 'string' && typeof value['at'] === 'number' && isObject(value['identity']) && isText(value['identity']['name']) && isText(value['identity']['avatar'])
}

const stored = storedValue('identity-cache', (json) => (Array.isArray(json) ? json.filter(isKnown).slice(0, most) : undefined))

/** What was last known of an account, also on an earlier visit; undefined when nothing was, or the clock went back since. */
export function readIdentity(kit: Kit, address: string): Omit<Known, 'address'> | undefined {
  const { clock, api } = kit.context
  const now = clock.now()
  const known = stored.get(kit)?.find((one) => one.address === address.toLowerCase() && one.at <= now)
  const name = cleanText(known?.identity.name)
  const avatar = strangePicture(known?.identity.avatar, api?.apiUrl)
  return known && { at: known.at, identity: { ...(name && { name }), ...(avatar && { avatar }) } }
}

/** Keeps what an account says of itself. A picture in the answer itself is not: it would fill the storage. */
export function rememberIdentity(kit: Kit, address: string, { name, avatar }: Identity): void {
  const others = (stored.get(kit) ?? []).filter((one) => one.address !== address.toLowerCase())
  const identity = { ...(name && { name }), ...(avatar && avatar.length < mostOfPicture && { avatar }) }
  stored.set(kit, [{ address: address.toLowerCase(), at: kit.context.clock.now(), identity }, ...others].slice(0, most))
}

/** Characters of a picture that is remembered. */
const mostOfPicture = 16_384
