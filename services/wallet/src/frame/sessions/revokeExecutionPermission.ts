import { isSameAddress } from '@latchkey/protocol/address'
import type { Hex } from '@latchkey/protocol/evmSignature/hex'
import { partsOf } from '@latchkey/protocol/isObject'
import { readCaveats } from '@latchkey/protocol/sessions/caveats'
import {
  delegationDigest,
  delegationHash,
  readContext,
  rootAuthority,
  type SignedDelegation,
} from '@latchkey/protocol/sessions/delegation'
import { messages } from '../approve/sessionEnd/messages.ts'
import type { SessionToEnd } from '../approve/sessionEnd/EndSessionView.tsx'
import type { Approved } from '../approve/transaction/estimate.ts'
import { fault } from '../bridge/Fault.ts'
import { requireEvmAccount } from '../rpc/requireAccount.ts'
import type { SigningCall } from '../rpc/signingCall.ts'
import { evmNetworks } from '../smartAccount/contractsOn.ts'
import type { Network } from '../wallet/network.ts'
import type { Wallet } from '../wallet/Wallet.ts'
import { markEnded, readAllGrants } from './allGrants.ts'
import { isDisabled, sessionNonceOf } from './contracts.ts'
import { awaitEnd, planAfter, planEnd, sendEnd, type EndPlan } from './endSessions.ts'

/**
 * Ends a permission of the site after the visitor has approved it, and answers when that is in a
 * block. A permission that has ended is answered at once. ERC-7715.
 * `wallet_revokeExecutionPermission` [{ permissionContext }], and the form of 2024,
 * `wallet_revokePermissions` [{ permissionContext }]
 * @throws Fault -32602 for a context that the account has not signed for a network of the wallet;
 *   4100 for a permission of another site; 4001
 */
export async function revokeExecutionPermission({
  wallet,
  params,
  request: { signal },
}: SigningCall): Promise<object> {
  const [parameters]: readonly unknown[] = Array.isArray(params) ? params : []
  const delegation = readContext(partsOf(parameters)['permissionContext'])
  const terms = delegation && readCaveats(delegation.caveats)
  if (!delegation || !terms || delegation.authority !== rootAuthority) throw fault('invalidParams')
  const address = await requireEvmAccount(wallet, delegation.delegator)
  const network = await networkOf(wallet, delegation)
  const hash = delegationHash(delegation)
  const { grants } = await readAllGrants(wallet, address, signal)
  const known = grants.find((grant) => grant.hash === hash && grant.networkId === network.networkId)
  if (known && known.origin !== wallet.site.origin) throw fault('unauthorized')
  const context = partsOf(parameters)['permissionContext'] as Hex // `readContext` has read it
  const isOver =
    (await isDisabled(wallet, network, hash, signal)) ||
    (await sessionNonceOf(wallet, network, address, signal)) > terms.nonce
  if (!isOver) {
    const grant = { hash, context }
    const plan = await planEnd(wallet, network, { address, grant, signal })
    await endAsApproved(wallet, plan, { terms, signatures: known?.signatures ?? [], signal })
  }
  await markEnded(wallet, { networkId: network.networkId, hash })
  return {}
}

/** Asks the visitor, again if paymaster or bundler then refuse, and ends the permission. */
async function endAsApproved(
  wallet: Wallet,
  plan: EndPlan,
  { signal, ...shown }: Pick<SessionToEnd, 'terms' | 'signatures'> & { signal: AbortSignal },
): Promise<void> {
  const approved = await wallet.stage.ask<SessionToEnd, Approved>({
    load: () => import('../approve/sessionEnd/EndSessionView.tsx'),
    params: { ...plan, ...shown },
    title: () => wallet.language.words(messages).title,
    signal,
  })
  let lookUp
  try {
    lookUp = await sendEnd(wallet, plan, approved)
  } catch (error) {
    const next = planAfter(error, plan, approved)
    if (!next) throw error
    return endAsApproved(wallet, next, { ...shown, signal })
  }
  await awaitEnd(wallet, plan, lookUp, signal)
}

/**
 * Finds the network for which the account has signed a delegation.
 * @throws Fault -32602 if there is none
 */
async function networkOf(
  wallet: Pick<Wallet, 'settings'>,
  delegation: SignedDelegation,
): Promise<Network> {
  const { recoverAddress } = await import('viem/utils')
  const { signature } = delegation
  for (const network of evmNetworks(wallet)) {
    const digest = delegationDigest(delegation, Number(network.reference))
    const signer = await recoverAddress({ hash: digest, signature }).catch(() => undefined)
    if (signer !== undefined && isSameAddress(signer, delegation.delegator)) return network
  }
  throw fault('invalidParams')
}
