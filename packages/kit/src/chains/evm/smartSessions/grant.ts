import type { Grant } from '@latchkey/protocol/sessions/grant'
import type { SmartSessionsFacet } from '../../../core/contracts/facets/smartSessions.ts'
import { kitError } from '../../../core/errors/errors.ts'
import { contextOf } from '../../../core/kit/context.ts'
import type { Kit } from '../../../core/kit/kit.ts'
import { loadCode } from '../../../core/page/loadCode.ts'
import { isWithin } from './isWithin.ts'
import { readGrant } from './readGrant.ts'
import type { ReadGrant } from './readGrant.ts'
import { readSupported } from './sessionWallet.ts'
import { wordingFor } from './wordingFor.ts'

/**
 * Asks the account's wallet to grant what a site requests, and returns what it granted.
 * @param onUnrecorded called with a grant that the site's API has not recorded
 * @throws KitError as `SmartSessionsFacet['grant']`
 */
export async function grant(
  kit: Kit,
  { account, request, signal }: Parameters<SmartSessionsFacet['grant']>[0],
  onUnrecorded: (granted: ReadGrant) => void,
): Promise<Grant> {
  const { address, networkId: current, namespace } = account
  const { networks, clock } = contextOf(kit)
  const seconds = () => Math.floor(clock.now() / 1_000)
  const { readGrantRequest } = await loadCode(import('./readGrantRequest.lazy.ts'))
  const read = readGrantRequest(request, { address, current, networks, now: seconds() })
  const supported = await readSupported(kit, account, signal)
  const wording = wordingFor(read, supported, seconds())
  // the grant counts on the chain, with or without the API
  const recording = import('./recordGrant.lazy.ts').catch(() => undefined)
  const announced = recording.then((code) => code?.announce(kit, read))
  const { method, params } = wording
  const answer = await kit.request({ method, params, namespace, ...(signal && { signal }) })
  const granted = readGrant(wording.contextIn(answer), { ...read, address })
  if (!granted) throw kitError('answerInvalid')
  const { terms, delegation } = granted
  const isBound = terms.redeemers.length > 0 || wording.bindsRedeemer
  const redeemers = isBound ? terms.redeemers : [delegation.delegate]
  if (
    delegation.delegate.toLowerCase() !== read.to.toLowerCase() ||
    !isWithin({ ...terms, redeemers }, read.terms, seconds())
  )
    throw kitError('grantChanged')
  const pci = await (await recording)?.record(kit, granted.grant, announced)
  if (pci === undefined) onUnrecorded(granted)
  return { ...granted.grant, ...(pci !== undefined && { pci }) }
}
