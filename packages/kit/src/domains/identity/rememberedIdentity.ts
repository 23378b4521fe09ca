import { addressKey } from '@latchkey/protocol/address'
import { isObject } from '@latchkey/protocol/isObject'
import type { Kit } from '../../core/kit/kit.ts'
import { cleanText } from '../../core/text/cleanText.ts'
import { storedValue } from '../../core/storage/storedValue.ts'
import { foreignPicture } from '../../core/http/foreignPicture.ts'
import { contextOf } from '../../core/kit/context.ts'

/**
 * The name and avatar of an account. Both are untrusted: show the name as text, and the avatar (an
 * https address or `data:image/` URI) only in an `<img>`.
 */
export type Identity = { name?: string; avatar?: string }

/** An account's name and avatar, and when they were requested, in milliseconds since 1970. */
type Known = { address: string; at: number; identity: Identity }

/** The maximum number of stored accounts. The oldest entry is removed first. */
const maxIdentities = 6

const isText = (value: unknown) => value === undefined || typeof value === 'string'

function isKnown(value: unknown): value is Known {
  return (
    isObject(value) &&
    typeof value['address'] === 'string' &&
    typeof value['at'] === 'number' &&
    isObject(value['identity']) &&
    isText(value['identity']['name']) &&
    isText(value['identity']['avatar'])
  )
}

const stored = storedValue('identity-cache', (json) =>
  Array.isArray(json) ? json.filter(isKnown).slice(0, maxIdentities) : undefined,
)

/**
 * Returns the last known name and avatar of an account, also from an earlier visit. Undefined if
 * unknown, or if the browser's clock was set back since they were stored.
 */
export function readIdentity(kit: Kit, address: string): Omit<Known, 'address'> | undefined {
  const { clock, api, options } = contextOf(kit)
  const now = clock.now()
  const known = stored
    .get(kit)
    ?.find((entry) => entry.address === addressKey(address) && entry.at <= now)
  const name = cleanText(known?.identity.name)
  const avatar = foreignPicture(known?.identity.avatar, api?.apiUrl, options.identity?.pictures)
  return known && { at: known.at, identity: { ...(name && { name }), ...(avatar && { avatar }) } }
}

/**
 * Stores the name and avatar of an account, and puts the name into the kit's state. An avatar with
 * a long URL, such as a large data URI, is not stored, because it would fill the storage.
 */
export function rememberIdentity(kit: Kit, address: string, { name, avatar }: Identity): void {
  const others = (stored.get(kit) ?? []).filter((entry) => entry.address !== addressKey(address))
  const identity = {
    ...(name && { name }),
    ...(avatar && avatar.length < maxPictureLength && { avatar }),
  }
  stored.set(
    kit,
    [{ address: addressKey(address), at: contextOf(kit).clock.now(), identity }, ...others].slice(
      0,
      maxIdentities,
    ),
  )
  const { [addressKey(address)]: last, ...names } = kit.getState().profileNames ?? {}
  if (last !== name)
    kit.store.setState({
      profileNames: { ...names, ...(name && { [addressKey(address)]: name }) },
    })
}

/** The maximum length of an avatar's URL that is stored, in characters. */
const maxPictureLength = 16_384
