import { isObject } from '@latchkey/protocol/isObject'
import { kitError } from '../errors/errors.ts'
import type { KitError } from '../errors/KitError.ts'
import type { KitNetwork } from '../contracts/network.ts'

/**
 * The error for a network that is not in the site's `networks`. Its `details` give the required
 * form. If only a chain's number was given, they also name the network with that number.
 */
export function networkNotFound(
  given: unknown,
  networks: readonly Pick<KitNetwork, 'networkId' | 'reference'>[],
): KitError<'networkNotFound'> {
  const text = isObject(given) ? 'of that form' : String(given) // `String` throws for some objects
  const intended = networks.find(({ reference }) => reference === text)
  const advice = intended
    ? `Did you mean "${intended.networkId}"?`
    : `Pass one of the site's networks: ${networks.map(({ networkId }) => `"${networkId}"`).join(', ')}.`
  return kitError('networkNotFound', {
    details: `There is no network ${typeof given === 'string' ? `"${given}"` : text}. ${advice}`,
  })
}
