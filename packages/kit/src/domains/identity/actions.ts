import { fetchAnswer } from '../../core/http/fetchAnswer.ts'
import {
  checkQueryParameters,
  checkText,
  checkWatchParameters,
} from '../../core/options/checkQueryParameters.ts'
import type { QueryParameters, WatchParameters } from '../../core/options/checkQueryParameters.ts'
import { eachAddress } from '../../core/queries/eachAddress.ts'
import type { AddressAnswer } from '../../core/queries/eachAddress.ts'
import { kitError } from '../../core/errors/errors.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { accountOf } from '../../core/kit/state.ts'
import { identityQuery } from './identityQuery.ts'
import type { Identity } from './rememberedIdentity.ts'

/** `address` is that of the account whose name is read. @default the visitor's account */
type IdentityParameters = Pick<QueryParameters, 'signal'> & { address?: string }

/**
 * Returns the name and avatar of an account, as the screens show them; `{}` if the account has
 * none. They are cached for five minutes, in the cache that the screens and hooks use. Both are
 * untrusted: show the name as text, and the avatar in an `<img>`.
 * @throws KitError addressMissing without an address and a connected wallet; optionInvalid;
 *   httpFailed, answerInvalid, requestAborted; httpTimeout after a minute
 */
export async function getIdentity(
  kit: Kit,
  parameters: IdentityParameters = {},
): Promise<Identity> {
  checkQueryParameters(kit, parameters)
  const address = parameters.address ?? accountOf(kit.getState())?.address
  if (address === undefined) throw kitError('addressMissing')
  checkText('address', address, 'Pass the address of an account.')
  return fetchAnswer(kit, identityQuery(kit, address), parameters.signal)
}

/**
 * Follows the name and avatar of an account until the returned function is called. Without an
 * `address` it follows the visitor's current account. After an error, `data` has the last known
 * name and avatar.
 * @throws KitError optionInvalid
 */
export function watchIdentity(
  kit: Kit,
  watchParameters: { address?: string } & WatchParameters<AddressAnswer<Identity>>,
): () => void {
  const { notify } = checkWatchParameters(kit, watchParameters)
  return eachAddress(kit, watchParameters.address, (address) => identityQuery(kit, address), notify)
}
