import type { NetworkId } from '@latchkey/protocol/caip'
import * as times from '@latchkey/protocol/times'
import { reportToDeveloper } from '../core/alert.ts'
import { checkQueryParameters } from '../core/checkQueryParameters.ts'
import type { Connector, ConnectStep, Link, Pairing } from '../core/connectorSource.ts'
import { kitError } from '../core/errors.ts'
import { KitError } from '../core/KitError.ts'
import type { ConnectParameters, Kit } from '../core/kit.ts'
import { connectionsOf, disconnected } from '../core/session.ts'
import { accountOf } from '../core/state.ts'
import type { Account } from '../core/state.ts'
import { track } from '../core/track.ts'
import { withLimit } from '../core/withLimit.ts'
import { requestConnection } from './requestConnection.ts'
import { awaitConnector } from './awaitConnector.ts'
import { isBlockedByGate } from './flow/isBlockedByGate.ts'
import { resumeTransactions } from './resumeTransactions.ts'
import { dispatch, namespaceConnectedTo, rememberRecent } from './sessions.ts'
import { shareConnections } from './shareConnections.ts'
import { shareCurrent, wantedNetwork } from './sharedConnections.ts'

/**
 * Connects a wallet, or resolves to the account that is connected already; opens the modal when no
 * wallet is named, or when a gate of the open page holds that account.
 * @throws KitError networkNotFound, optionInvalid, connectorNotFound, connectionClosed,
 *   walletTimeout, requestAborted, those of `resolveLogin`, and what the wallet answers
 */
export async function connect(kit: Kit, asked: ConnectParameters = {}): Promise<Account> {
  const networkId = checkQueryParameters(kit, asked)
  const { connectorId, ...parameters } = asked.login
    ? (await import('./login/resolveLogin.ts')).resolveLogin(kit, asked, asked.login)
    : asked
  if (connectorId) return connectWallet(kit, connectorId, { ...parameters, networkId })
  const { signal } = parameters
  if (signal?.aborted) throw kitError('requestAborted', { cause: signal.reason })
  const { namespace = kit.getState().namespace } = parameters
  const currentAccount = () => accountOf({ sessions: kit.getState().sessions, namespace })
  const account = currentAccount()
  if (account && !isBlockedByGate(kit, account)) return account
  const onAbort = () => kit.close()
  signal?.addEventListener('abort', onAbort, { once: true })
  const result = await kit
    .open({ view: 'Connect', ...(parameters.namespace && { namespace: parameters.namespace }) })
    .finally(() => signal?.removeEventListener('abort', onAbort))
  if (result.status === 'refused')
    throw signal?.aborted ? kitError('requestAborted', { cause: signal.reason }) : result.error
  return result.account
}

async function connectWallet(
  kit: Kit,
  connectorId: string,
  {
    signal,
    wallet,
    namespace: wanted,
    renew,
    onPairing,
    onStep,
    ...parameters
  }: Omit<ConnectParameters, 'connectorId' | 'networkId'> & { networkId: NetworkId | undefined },
): Promise<Account> {
  const connector = await awaitConnector(kit, connectorId, wanted, signal)
  const { namespace, name } = connector
  let chosen = wallet ?? { id: connectorId, name }
  const walletFacts = () => ({ wallet: chosen.name, walletId: chosen.id })
  shareConnections(kit)
  track(kit, { name: 'walletSelected', ...walletFacts() })
  const isNew =
    namespaceConnectedTo(kit, connectorId, namespace) === undefined ||
    kit.context.sources.ofMany(connector) !== undefined
  const networkId = parameters.networkId ?? wantedNetwork(kit, namespace)
  const asked = {
    ...parameters,
    networkId,
    connectorId,
    namespace,
    wallet,
    signIn: kit.context.signInOnConnect,
    onStep: (step: ConnectStep) => (onStep?.(step), step.type === 'pairing' && takePairing(step)),
  }
  let shown: Pairing | undefined
  const takePairing = (pairing: Pairing) => {
    shown = pairingOf(pairing)
    onPairing?.(shown)
  }
  let link: Link | undefined
  const ask = (): Promise<unknown> =>
    withLimit(
      (limited) =>
        requestConnection(
          kit,
          connector,
          { ...asked, signal: limited },
          (linked) => (link = linked),
        ),
      {
        ms: limitOf(connector),
        clock: kit.context.clock,
        signal,
        onTimeout: () => kitError('walletTimeout'),
      },
    ).catch((error: unknown) => {
      if (!renew || !shown || !isRunOut(shown, kit.context.clock.now(), error)) throw error
      return ask() // the next code: no new choice, and no failure
    })
  dispatch(kit, namespace, { type: 'connectStarted', connectorId })
  try {
    await ask()
  } catch (error) {
    // the screen that showed the pairing may close, and abort, at the moment the connection is made
    const isAborted = KitError.is(error, 'requestAborted')
    if (!isAborted || !isNew || !link) {
      dispatch(kit, namespace, { type: 'connectFailed', connectorId })
      if (!isAborted) trackFailure(kit, error, walletFacts())
      throw error
    }
  }
  if (!link) throw kitError('providerDisconnected')
  // the wallet approved other namespaces only
  if (link.namespace !== namespace) dispatch(kit, namespace, { type: 'connectFailed', connectorId })
  chosen = wallet ?? connectionOf(kit, link)?.wallet ?? chosen
  kit.store.setState({ namespace: link.namespace })
  shareCurrent(kit, link.namespace, link.connectorId)
  // it is not a wallet that a list could show
  if (connector.type !== 'auth') rememberRecent(kit, chosen)
  const account = accountOf(kit.getState())
  if (!account) throw kitError('providerDisconnected') // the wallet disconnected at once
  track(kit, {
    name: 'connectSuccess',
    ...walletFacts(),
    method: link.method,
    namespace: link.namespace,
    networkId: account.networkId,
  })
  resumeTransactions(kit)
  return account
}

/**
 * Milliseconds for an answer. A pairing expires by itself, a little earlier; so do the codes of a
 * login.
 */
const limitOf = ({ type }: Connector) =>
  type === 'walletConnect'
    ? times.pairing + times.relayConnect
    : type === 'auth'
      ? times.login
      : times.walletDecision
const connectionOf = (kit: Kit, { namespace, connectorId }: Link) =>
  connectionsOf(kit.getState().sessions[namespace] ?? disconnected).find(
    (connection) => connection.connectorId === connectorId,
  )
const pairingOf = ({ uri, expiresAt, isReady }: Pairing): Pairing => ({ uri, expiresAt, isReady })

/**
 * Whether a pairing ended only because it expired. A computer that slept may get the timeout first;
 * timers may fire a little early.
 */
const isRunOut = ({ expiresAt }: Pairing, now: number, error: unknown) =>
  expiresAt <= now + 1_000 &&
  (KitError.is(error, 'pairingExpired') || KitError.is(error, 'walletTimeout'))

/**
 * Reports why connecting failed: to the site, to its developer, and to code that waits for the
 * modal to close.
 */
function trackFailure(
  kit: Kit,
  error: unknown,
  walletFacts: { wallet: string; walletId: string },
): void {
  kit.context.connectErrors = { [kit.getState().modal.request]: error }
  reportToDeveloper(kit, error)
  track(kit, {
    name: 'connectFailed',
    ...walletFacts,
    reason: KitError.is(error) ? error.code : 'somethingWrong',
  })
}
