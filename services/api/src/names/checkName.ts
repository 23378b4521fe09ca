import { nameLabel } from '@latchkey/protocol/profile'
import { ApiError } from '../apiError.ts'
import { looksLikeAddress } from '../identity/looksLikeAddress.ts'
import { plainName } from '../identity/plainName.ts'

/**
 * The least characters of the part before the zone that a name of any time may have: services have
 * registered names of three. Source: blockchain API contract, section 8.1
 */
export const minCharacters = 3

/** Characters that a name may have, dots included. */
export const characters = /^[a-z0-9.-]+$/

/** Whether a name is one of a zone, and not the zone itself. */
export const isInZone = (name: string, zones: readonly string[]) =>
  zones.some((zone) => name.endsWith(`.${zone}`))

/**
 * Checks whether a name could be one of this service; with `least`, the characters of a new one's
 * part before the zone, whether it could be registered now. Besides the contract's rules it has to
 * be a name of ENS as it is written, so that every client of ENS finds it (ENSIP-15; no `xn--…`),
 * and may not look like an address.
 * @throws ApiError 400 `name`. Source: blockchain API contract, section 8.1, steps 2 to 4
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
