import type { NetworkId } from '@latchkey/protocol/caip'
import * as times from '@latchkey/protocol/times'
import { reportToDeveloper } from '../core/kit/alert.ts'
import { checkQueryParameters } from '../core/options/checkQueryParameters.ts'
import type { Connector, ConnectStep, Link, Pairing } from '../core/contracts/connectorSource.ts'
import { kitError } from '../core/errors/errors.ts'
import { KitError } from '../core/errors/KitError.ts'
import type { ConnectParameters, Kit } from '../core/kit/kit.ts'
import { connectionsOf, disconnected } from '../core/accounts/session.ts'
import { accountOf } from '../core/kit/state.ts'
import type { Account } from '../core/kit/state.ts'
import { track } from '../core/kit/track.ts'
import { withLimit } from '../core/errors/withLimit.ts'
import { requestConnection } from './requestConnection.ts'
import { awaitConnector } from './awaitConnector.ts'
import { isBlockedByGate } from './flow/isBlockedByGate.ts'
import { resumeTransactions } from './resumeTransactions.ts'
import { dispatch, namespaceConnectedTo, rememberRecent } from './sessions.ts'
import { shareConnections } from './shareConnections.ts'
import { shareCurrent, wantedNetwork } from './sharedConnections.ts'
import { contextOf } from '../core/kit/context.ts'

/**
 * Connects a wallet, or resolves to the account that is connected already. Opens the modal when no
 * wallet is named, or when a gate of the modal blocks the connected account.
 * @throws KitError networkNotFound, optionInvalid, connectorNotFound, connectionClosed,
 *   walletTimeout, requestAborted, those of `resolveLogin`, and the wallet's errors
 */
export async function connect(kit: Kit, options: ConnectParameters = {}): Promise<Account> {
  const networkId = checkQueryParameters(kit, options)
  const { connectorId, ...parameters } = options.login
    ? (await import('./login/resolveLogin.lazy.ts')).resolveLogin(kit, options, options.login)
    : options
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
    namespace: requestedNamespace,
    renew,
    onPairing,
    onStep,
    ...parameters
  }: Omit<ConnectParameters, 'connectorId' | 'networkId'> & { networkId: NetworkId | undefined },
): Promise<Account> {
  const connector = await awaitConnector(kit, connectorId, requestedNamespace, signal)
  const { namespace, name } = connector
  let chosen = wallet ?? { id: connectorId, name }
  const walletFacts = () => ({ wallet: chosen.name, walletId: chosen.id })
  shareConnections(kit)
  track(kit, { name: 'walletSelected', ...walletFacts() })
  const isNew =
    namespaceConnectedTo(kit, connectorId, namespace) === undefined ||
    contextOf(kit).sources.ofMany(connector) !== undefined
  const networkId = parameters.networkId ?? wantedNetwork(kit, namespace)
  const request = {
    ...parameters,
    networkId,
    connectorId,
    namespace,
    wallet,
    signIn: contextOf(kit).signInOnConnect,
    onStep: (step: ConnectStep) => (onStep?.(step), step.type === 'pairing' && takePairing(step)),
  }
  let shown: Pairing | undefined
  const takePairing = (pairing: Pairing) => {
    shown = pairingOf(pairing)
    onPairing?.(shown)
  }
  let link: Link | undefined
  const attempt = (): Promise<unknown> =>
    withLimit(
      (limited) =>
        requestConnection(
          kit,
          connector,
          { ...request, signal: limited },
          (linked) => (link = linked),
        ),
      {
        ms: limitOf(connector),
        clock: contextOf(kit).clock,
        signal,
        onTimeout: () => kitError('walletTimeout'),
      },
    ).catch((error: unknown) => {
      if (!renew || !shown || !isRunOut(shown, contextOf(kit).clock.now(), error)) throw error
      return attempt() // the next code: neither a new choice nor a failure
    })
  dispatch(kit, namespace, { type: 'connectStarted', connectorId })
  try {
    await attempt()
  } catch (error) {
    // the screen with the pairing may close, and abort, at the moment of the connection
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
  // a connector with login is no wallet of a list
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
 * The time limit of an answer, in milliseconds. A pairing expires by itself, a little earlier. So
 * do the codes of a login.
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
 * Whether a pairing ended only because it expired. On a computer that slept, the timeout may be
 * first; timers may fire a little early.
 */
const isRunOut = ({ expiresAt }: Pairing, now: number, error: unknown) =>
  expiresAt <= now + 1_000 &&
  (KitError.is(error, 'pairingExpired') || KitError.is(error, 'walletTimeout'))

/**
 * Reports the failure of a connect: to the site, to its developer, and to the code that waits for
 * the modal to close.
 */
function trackFailure(
  kit: Kit,
  error: unknown,
  walletFacts: { wallet: string; walletId: string },
): void {
  contextOf(kit).connectErrors = { [kit.getState().modal.request]: error }
  reportToDeveloper(kit, error)
  track(kit, {
    name: 'connectFailed',
    ...walletFacts,
    reason: KitError.is(error) ? error.code : 'somethingWrong',
  })
}
