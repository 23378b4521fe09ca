import { isRecord } from '@latchkey/protocol/isObject'
import { facetOf } from '../../core/accounts/facetOf.ts'
import type { SmartSessionsFacet } from '../../core/contracts/facets/smartSessions.ts'
import { kitError } from '../../core/errors/errors.ts'
import { contextOf } from '../../core/kit/context.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { accountOf } from '../../core/kit/state.ts'
import type { Account } from '../../core/kit/state.ts'
import { optionInvalid } from '../../core/options/optionInvalid.ts'

/** Whether the site has switched smart sessions on. */
export const isEnabled = (kit: Kit): boolean =>
  contextOf(kit).options.features?.smartSessions === true

/** Whether the active namespace has smart sessions, and the site has switched them on. */
export function isOffered(kit: Kit): boolean {
  const { namespace } = kit.getState()
  return (
    isEnabled(kit) &&
    contextOf(kit).adapters.some(
      (adapter) => adapter.namespace === namespace && adapter.facets.includes('smartSessions'),
    )
  )
}

/**
 * The account in use, and the sessions of its chain.
 * @throws KitError smartSessionsDisabled without the feature, smartSessionsUnsupported on a chain
 *   without sessions, addressMissing without an account; httpFailed or offline when the code does
 *   not load
 */
export async function smartSessionsFor(
  kit: Kit,
): Promise<{ account: Account; facet: SmartSessionsFacet }> {
  if (!isEnabled(kit)) throw kitError('smartSessionsDisabled')
  if (!isOffered(kit)) throw kitError('smartSessionsUnsupported')
  const account = accountOf(kit.getState())
  if (!account) throw kitError('addressMissing')
  return { account, facet: await facetOf(kit, account.networkId, 'smartSessions') }
}

/**
 * Checks the parameters of a caller without types.
 * @throws KitError optionInvalid
 */
export function checkSignal(parameters: unknown): void {
  if (!isRecord(parameters))
    throw optionInvalid('parameters', 'is not an object', 'Pass an object.')
  const { signal } = parameters
  if (signal !== undefined && !(signal instanceof AbortSignal))
    throw optionInvalid('signal', 'is not valid', 'Pass the signal of an AbortController.')
}
