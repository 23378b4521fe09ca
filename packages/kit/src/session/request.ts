import type { Namespace } from '@latchkey/protocol/namespace'
import * as times from '@latchkey/protocol/times'
import { isForWallet } from '@latchkey/protocol/rpc'
import { accountMemory } from '../core/storage/accountMemory.ts'
import { adapterOf } from '../core/accounts/adapterOf.ts'
import { showAlert, reportToDeveloper } from '../core/kit/alert.ts'
import { kitError } from '../core/errors/errors.ts'
import type { ErrorCode } from '../core/errors/errors.ts'
import { KitError } from '../core/errors/KitError.ts'
import type { Link } from '../core/contracts/connectorSource.ts'
import type { Kit } from '../core/kit/kit.ts'
import { linkOf } from './links.ts'
import { networkIdIn } from '../core/accounts/networkIdIn.ts'
import { optionInvalid } from '../core/options/optionInvalid.ts'
import { accountOf } from '../core/kit/state.ts'
import type { Account } from '../core/kit/state.ts'
import { withLimit } from '../core/errors/withLimit.ts'
import { contextOf } from '../core/kit/context.ts'

/**
 * Sends one JSON-RPC call. Signing methods (docs/contracts/product.md#signing-methods), accounts
 * and `wallet_…` go to the wallet, all others to the network's node.
 * @throws KitError addressMissing without a connection; the errors of the wallet or the node
 */
export async function request(
  kit: Kit,
  { method, params, namespace = kit.getState().namespace, signal }: Parameters<Kit['request']>[0],
): Promise<unknown> {
  const adapter = adapterOf(kit, namespace)
  const networkId = networkIdIn(kit, namespace)
  if (!isForWallet(method, namespace)) return adapter.request({ method, params, networkId, signal })
  const link = linkOfAccount(kit, accountIn(kit, namespace))
  return decided(kit, signal, method, (limited) =>
    adapter.request({ method, params, networkId, link, signal: limited }),
  )
}

/** Error codes of a wallet that does not support the method. */
const isRefusedMethod: ReadonlySet<ErrorCode> = new Set([
  'methodNotFound',
  'methodNotSupported',
  'unsupportedMethod',
])

/**
 * Signs a text with the account in use, or with the account of `namespace`.
 * @throws KitError addressMissing, and the wallet's errors; optionInvalid for a message that is no
 *   text
 */
export async function signMessage(
  kit: Kit,
  { message, namespace: requestedNamespace, signal }: Parameters<Kit['signMessage']>[0],
): Promise<string> {
  if (typeof message !== 'string') throw optionInvalid('message', 'is not a text', 'Pass a string.')
  const account = accountIn(kit, requestedNamespace)
  const { namespace, address } = account
  const link = linkOfAccount(kit, account)
  return decided(kit, signal, 'signMessage', (limited) =>
    adapterOf(kit, namespace).signMessage({ link, address, message, signal: limited }),
  )
}

/**
 * Sends a transaction from the current account and resolves to its hash. The kit then follows the
 * transaction, also if the visitor approves it after walletTimeout or requestAborted: these do not
 * withdraw the request, which stays open in the wallet.
 * @throws KitError addressMissing, networkUnknown on a network that is not in the site's
 *   `networks`, and the wallet's errors
 */
export async function sendTransaction(
  kit: Kit,
  { signal, description, onAsked, ...transaction }: Parameters<Kit['sendTransaction']>[0],
): Promise<string> {
  const account = accountIn(kit)
  const { namespace, address, networkId } = account
  const link = linkOfAccount(kit, account)
  const { networks, options } = contextOf(kit)
  const isRemembered = accountMemory(kit)
  // on an unknown network, the kit would show a wrong name of the native token
  if (
    !options.allowUnsupportedChain &&
    !networks.some((network) => network.networkId === networkId)
  )
    throw kitError('networkUnknown')
  // loads during the request to the wallet; if it fails, the transaction is sent nevertheless
  const chain = adapterOf(kit, namespace)
    .load('transactions')
    .catch(() => undefined)
  const following = import('./transactions/storeTransaction.lazy.ts')
  following.catch(() => {})
  const ask = async (limited: AbortSignal) => {
    const hash = await adapterOf(kit, namespace).send({
      transaction,
      link,
      address,
      networkId,
      signal: limited,
    })
    // inside the task, because a transaction that is approved after the end of the wait is sent
    // nevertheless
    void following.then(
      ({ storeTransaction }) =>
        isRemembered()
          ? storeTransaction(kit, { transaction, hash, networkId, address, description }, chain)
          : undefined,
      () => {},
    )
    return hash
  }
  return decided(kit, signal, 'sendTransaction', (limited) => {
    const answer = ask(limited)
    onAsked?.(answer)
    return answer
  })
}

function accountIn(kit: Kit, namespace: Namespace = kit.getState().namespace): Account {
  const account = accountOf({ sessions: kit.getState().sessions, namespace })
  if (!account) throw kitError('addressMissing')
  return account
}

function linkOfAccount(kit: Kit, { namespace, connectorId }: Account): Link {
  const link = linkOf(kit, namespace, connectorId)
  if (!link) throw kitError('providerDisconnected')
  return link
}

/**
 * Waits for the visitor's decision, up to the time limit. If the wallet does not support the
 * method, the site's developer gets a report.
 */
async function decided<value>(
  kit: Kit,
  signal: AbortSignal | undefined,
  method: string,
  ask: (signal: AbortSignal) => Promise<value>,
): Promise<value> {
  try {
    return await withLimit(ask, {
      ms: times.walletDecision,
      clock: contextOf(kit).clock,
      signal,
      onTimeout: () => kitError('walletTimeout'),
    })
  } catch (error) {
    if (KitError.is(error) && isRefusedMethod.has(error.code))
      showAlert(kit, { code: 'alertMethodNotAllowed', text: method })
    else reportToDeveloper(kit, error)
    throw error
  }
}
