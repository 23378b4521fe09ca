import * as times from '@latchkey/protocol/times'
import { kitError } from '../core/errors.ts'
import { KitError } from '../core/KitError.ts'
import type { ConnectParameters, Kit } from '../core/kit.ts'
import { accountOf } from '../core/state.ts'
import type { Account } from '../core/state.ts'
import { withLimit } from '../core/withLimit.ts'
import { adapterOfConnector, dispatch, rememberConnection } from './sessions.ts'

/**
 * Connects a wallet, or resolves to the account that is connected already; opens the modal when no wallet is named.
 * @throws KitError connectorNotFound, connectionClosed, walletTimeout, requestAborted, and what the wallet answers
 */
export async function connect(kit: Kit, { connectorId, ...parameters }: ConnectParameters = {}): Promise<Account> {
  if (connectorId) return connectWallet(kit, connectorId, parameters)
  const { signal } = parameters
  if (signal?.aborted) throw kitError('requestAborted', { cause: signal.reason })
  const account = accountOf(kit.getState())
  if (account) return account
  const onAbort = () => kit.close()
  signal?.addEventListener('abort', onAbort, { once: true })
  const result = await kit.open({ view: 'Connect' }).finally(() => signal?.removeEventListener('abort', onAbort))
  if (result.status === 'refused') throw signal?.aborted ? kitError('requestAborted', { cause: signal.reason }) : result.error
  return result.account
}

async function connectWallet(kit: Kit, connectorId: string, { signal, wallet, ...parameters }: Omit<ConnectParameters, 'connectorId'>): Promise<Account> {
  const adapter = adapterOfConnector(kit, connectorId)
  const { namespace } = adapter
  const connector = kit.getState().connectors.find(({ id }) => id === connectorId)
  dispatch(kit, namespace, { type: 'connectStarted', connectorId })
  try {
    await withLimit((limited) => adapter.connect({ ...parameters, connectorId, signal: limited }), {
      // a pairing runs out by itself, a little earlier
      ms: connector?.type === 'walletConnect' ? times.pairing + times.relayConnect : times.walletDecision,
      clock: kit.context.clock,
      signal,
      onTimeout: () => kitError('walletTimeout'),
    })
  } catch (error) {
    // who showed the way may go, and abort, in the moment the connection stands
    if (!KitError.is(error, 'requestAborted') || accountOf(kit.getState())?.connectorId !== connectorId) {
      dispatch(kit, namespace, { type: 'connectFailed', connectorId })
      throw error
    }
  }
  kit.store.setState({ namespace })
  rememberConnection(kit, connectorId, wallet ?? { id: connectorId, name: connector?.name ?? connectorId })
  const account = accountOf(kit.getState())
  if (!account) throw kitError('providerDisconnected') // it left in the moment it came
  return account
}
