import { loadCode } from '../../core/page/loadCode.ts'
import { checkWatchParameters } from '../../core/options/checkQueryParameters.ts'
import type { WatchParameters } from '../../core/options/checkQueryParameters.ts'
import { eachAddress } from '../../core/queries/eachAddress.ts'
import type { AddressAnswer } from '../../core/queries/eachAddress.ts'
import type { Kit } from '../../core/kit/kit.ts'
import type { checkName as check } from './checkName.lazy.ts'
import { namesQuery } from './namesQuery.ts'
import type { AccountName } from './namesQuery.ts'
import type { resolveName as resolve } from '../../core/names/resolveName.lazy.ts'
import type { registerName as register } from './registerName.lazy.ts'
import type { suggestNames as suggest } from './suggestNames.lazy.ts'
import { contextOf } from '../../core/kit/context.ts'

/**
 * The account that a name resolves to, cached for five minutes.
 * @throws KitError nameUnresolved, requestAborted
 */
export const resolveName = async (
  ...parameters: Parameters<typeof resolve>
): ReturnType<typeof resolve> =>
  (await loadCode(import('../../core/names/resolveName.lazy.ts'))).resolveName(...parameters)

/**
 * The registered names of an account, the oldest first, cached for five minutes.
 * @throws KitError namesOfAddressFailed
 */
export async function namesOf(
  kit: Kit,
  { address }: { address: string },
): Promise<readonly AccountName[]> {
  const { client } = await contextOf(kit).queries()
  return client.fetchQuery(namesQuery(kit, address))
}

/**
 * Follows the registered names of an account until the returned function is called. Without an
 * `address` it follows the visitor's current account. After an error (namesOfAddressFailed), `data`
 * has the last known names.
 * @throws KitError optionInvalid
 */
export function watchNames(
  kit: Kit,
  parameters: { address?: string } & WatchParameters<AddressAnswer<readonly AccountName[]>>,
): () => void {
  const { notify } = checkWatchParameters(kit, parameters)
  return eachAddress(kit, parameters.address, (address) => namesQuery(kit, address), notify)
}

/**
 * Suggests names for what the visitor has typed, including names that are taken.
 * @throws KitError nameSuggestionsFailed, requestAborted
 */
export const suggestNames = async (
  ...parameters: Parameters<typeof suggest>
): ReturnType<typeof suggest> =>
  (await loadCode(import('./suggestNames.lazy.ts'))).suggestNames(...parameters)

/**
 * Whether a name is free, the account's own, or taken.
 * @throws KitError nameUnresolved, requestAborted
 */
export const checkName = async (
  ...parameters: Parameters<typeof check>
): ReturnType<typeof check> =>
  (await loadCode(import('./checkName.lazy.ts'))).checkName(...parameters)

/**
 * Registers a name for the current account, with its wallet's signature.
 * @throws KitError nameNotRegistered, addressOrConnectorMissing, networkNotFound, userRejected …
 */
export const registerName = async (
  ...parameters: Parameters<typeof register>
): ReturnType<typeof register> =>
  (await loadCode(import('./registerName.lazy.ts'))).registerName(...parameters)
