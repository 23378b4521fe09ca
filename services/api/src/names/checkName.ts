import { nameLabel } from '@latchkey/protocol/profile'
import { ApiError } from '../apiError.ts'
import { looksLikeAddress } from '../identity/looksLikeAddress.ts'
import { plainName } from '../identity/plainName.ts'

/**
 * Minimum of characters of a registered name before its zone. New names may need more, but names
 * with three are already registered. Source: docs/contracts/api.md#names
 */
export const minCharacters = 3

/** The characters that a name may contain, including dots. */
export const characters = /^[a-z0-9.-]+$/

/** Whether a name is in one of the zones. The zone itself is not. */
export const isInZone = (name: string, zones: readonly string[]) =>
  zones.some((zone) => name.endsWith(`.${zone}`))

/**
 * Checks whether a text can be a name of this service:
 * - It follows the API's rules for names.
 * - It is a normalized ENS name, so that every ENS client finds it (ENSIP-15; no `xn--…`).
 * - It does not look like an address.
 *
 * Source: docs/contracts/api.md#register-a-name
 * @param minLength minimum of characters before the zone. @default 3, as for registered names
 * @throws ApiError 400 `name`
 */
export function checkName(
  name: string,
  zones: readonly string[],
  minLength: number = minCharacters,
): void {
  if (!characters.test(name)) throw wrong('A name may have small letters, digits and hyphens')
  const [label = '', ...zone] = name.split('.')
  if (zone.length !== 2) throw wrong('A name has three parts, such as alice.reown.id')
  if (label.length < minLength || label.length > nameLabel.max)
    throw wrong(`The first part of a name has ${minLength} to ${nameLabel.max} characters`)
  if (!zones.includes(zone.join('.'))) throw wrong('No names are registered in this zone')
  if (plainName(name) !== name) throw wrong('The name is none of ENS')
  if (looksLikeAddress(name)) throw wrong('A name may not look like an address')
}

const wrong = (description: string) => new ApiError(400, 'name', description)
