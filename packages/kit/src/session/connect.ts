import type { NetworkId } from '@latchkey/protocol/caip'
import type { Namespace } from '@latchkey/protocol/namespace'
import * as times from '@latchkey/protocol/times'
import { connectionsOf, disconnected } from '../core/accounts/session.ts'
import type {
  Connector,
  ConnectStep,
  Link,
  Pairing,
  SourceConnectParameters,
} from '../core/contracts/connectorSource.ts'
import { kitError } from '../core/errors/errors.ts'
import { KitError } from '../core/errors/KitError.ts'
import { withLimit } from '../core/errors/withLimit.ts'
import { contextOf } from '../core/kit/context.ts'
import type { ConnectParameters, Kit } from '../core/kit/kit.ts'
import { accountOf } from '../core/kit/state.ts'
import type { Account } from '../core/kit/state.ts'
import { checkQueryParameters } from '../core/options/checkQueryParameters.ts'
import { connectorOf, findConnector, namespaceConnectedTo } from './connectors.ts'
import { dispatch } from './dispatch.ts'
import { isBlockedByGate } from './flow/isBlockedByGate.ts'
import { linkOf, setCurrent, takeLinks } from './links.ts'
import { wantedNetwork } from './sharedConnections.ts'

/**
 * Connects a wallet, or resolves to the account that is connected already. Opens the modal when no
 * wallet is named, or when a gate of the modal blocks the connected account.
 *
 * The listeners of `listeners.ts` store, share and report the connection.
 * @throws KitError networkNotFound, optionInvalid, connectorNotFound, connectionClosed,
 *   walletTimeout, requestAborted, the errors of `resolveLogin`, and the wallet's errors
 */
export async function connect(kit: Kit, options: ConnectParameters = {}): Promise<Account> {
  const networkId = checkQueryParameters(kit, options)
  const { connectorId, ...parameters } = options.login
    ? (await import('./resolveLogin.lazy.ts')).resolveLogin(kit, options, options.login)
    : options
  return connectorId
    ? connectWallet(kit, connectorId, { ...parameters, networkId })
    : connectInModal(kit, parameters)
}

/**
 * Resolves to the connected account, or opens the modal and resolves to the account that the
 * visitor connects there.
 */
async function connectInModal(
  kit: Kit,
  { namespace, signal }: ConnectParameters,
): Promise<Account> {
  if (signal?.aborted) throw kitError('requestAborted', { cause: signal.reason })
  const state = kit.getState()
  const account = accountOf({ ...state, namespace: namespace ?? state.namespace })
  if (account && !isBlockedByGate(kit, account)) return account
  const onAbort = () => kit.close()
  signal?.addEventListener('abort', onAbort, { once: true })
  const result = await kit
    .open({ view: 'Connect', ...(namespace && { namespace }) })
    .finally(() => signal?.removeEventListener('abort', onAbort))
  if (result.status === 'refused')
    throw signal?.aborted ? kitError('requestAborted', { cause: signal.reason }) : result.error
  return result.account
}

type WalletParameters = Omit<ConnectParameters, 'connectorId' | 'networkId'> & {
  networkId: NetworkId | undefined
}

/** Connects a wallet by its connector, and makes it the current one. */
async function connectWallet(
  kit: Kit,
  connectorId: string,
  parameters: WalletParameters,
): Promise<Account> {
  const connector = await awaitConnector(kit, connectorId, parameters)
  const { namespace } = connector
  const wallet = parameters.wallet ?? { id: connectorId, name: connector.name }
  dispatch(kit, namespace, { type: 'connectStarted', connectorId, wallet })
  let link: Link
  try {
    link = await requestInTime(kit, connector, { ...parameters, connectorId, namespace })
  } catch (error) {
    dispatch(kit, namespace, { type: 'connectFailed', connectorId, wallet, error })
    throw error
  }
  if (link.namespace !== namespace) dispatch(kit, namespace, { type: 'connectEnded', connectorId })
  kit.store.setState({ namespace: link.namespace })
  const account = accountOf(kit.getState())
  if (!account) {
    // the wallet disconnected at once, or none of its accounts is an address of the chain
    const error = kitError('providerDisconnected')
    dispatch(kit, link.namespace, { type: 'connectFailed', connectorId, wallet, error })
    throw error
  }
  dispatch(kit, link.namespace, {
    type: 'connected',
    connectorId: link.connectorId,
    wallet: parameters.wallet ?? connectionOf(kit, link)?.wallet ?? wallet,
    isListed: connector.type !== 'auth', // a connector with login is not in a list of wallets
    method: link.method,
    networkId: account.networkId,
  })
  return account
}

/**
 * Finds a connector. If the kit has not started, it waits up to 3 s for the connector: a site may
 * call `connect` in an effect of its first render, but `KitProvider` starts the kit only after the
 * page's first paint.
 * @throws KitError connectorNotFound, requestAborted
 */
async function awaitConnector(
  kit: Kit,
  connectorId: string,
  { namespace, signal }: { namespace?: Namespace; signal?: AbortSignal },
): Promise<Connector> {
  const isFound = () => findConnector(kit, connectorId, namespace) !== undefined
  if (!contextOf(kit).life && !isFound()) {
    let unsubscribe = () => {}
    const appeared = () =>
      new Promise<void>((resolve) => (unsubscribe = kit.subscribe(() => isFound() && resolve())))
    await withLimit(appeared, {
      ms: times.maxAnnouncementWait,
      clock: contextOf(kit).clock,
      signal,
      onTimeout: () => kitError('connectorNotFound', { connectorId }),
    }).finally(() => unsubscribe())
  }
  return connectorOf(kit, connectorId, namespace)
}

/**
 * Requests the connection within the time limit of its connector. With `renew`, a new code replaces
 * one that has expired. This counts neither as a new attempt nor as a failure.
 */
async function requestInTime(
  kit: Kit,
  connector: Connector,
  {
    signal,
    renew,
    onPairing,
    onStep,
    ...parameters
  }: WalletParameters & Pick<SourceConnectParameters, 'connectorId' | 'namespace'>,
): Promise<Link> {
  const { connectorId, namespace } = parameters
  const { clock, signInOnConnect } = contextOf(kit)
  const isNew =
    namespaceConnectedTo(kit, connectorId, namespace) === undefined ||
    contextOf(kit).sources.ofMany(connector) !== undefined
  let shown: Pairing | undefined
  const takeStep = (step: ConnectStep) => {
    onStep?.(step)
    if (step.type !== 'pairing') return
    shown = pairingOf(step)
    onPairing?.(shown)
  }
  const request = {
    ...parameters,
    networkId: parameters.networkId ?? wantedNetwork(kit, namespace),
    signIn: signInOnConnect,
    onStep: takeStep,
  }
  let link: Link | undefined
  const attempt = (): Promise<Link> =>
    withLimit(
      (limited) =>
        requestConnection(
          kit,
          connector,
          { ...request, signal: limited },
          (linked) => (link = linked),
        ),
      { ms: limitOf(connector), clock, signal, onTimeout: () => kitError('walletTimeout') },
    ).catch((error: unknown) => {
      if (renew && shown && isRunOut(shown, clock.now(), error)) return attempt()
      // the screen with the pairing may close, and so abort, just when the wallet connects
      if (isNew && link && KitError.is(error, 'requestAborted')) return link
      throw error
    })
  return attempt()
}

/**
 * Requests a connection from the source of a connector. A wallet that is connected already gets no
 * request, unless its connector leads to many wallets. If the wallet answers after an abort, a
 * later attempt with the same connector gets the answer. Without such an attempt, the wallet is
 * disconnected.
 * @returns the link in the namespace of the connector, else the first; `onLink` gets it before the
 *   session changes
 * @throws KitError requestAborted, and the source's errors
 */
async function requestConnection(
  kit: Kit,
  connector: Connector,
  parameters: SourceConnectParameters & { signal: AbortSignal },
  onLink: (link: Link) => void,
): Promise<Link> {
  const { connectorId, namespace, signal } = parameters
  const { sources } = contextOf(kit)
  const { attempts, disconnecting } = contextOf(kit).links
  const known = linkOf(kit, namespace, connectorId)
  // the connection of one of many wallets has an id of its own
  const isOfMany = connectorId !== connector.id
  // the kit's source of phones can connect a further phone. The site's own connector for phones has
  // one phone at a time, so its connected phone is used
  const additionalSource = known && !isOfMany ? sources.ofMany(connector) : undefined
  const source = additionalSource ?? (isOfMany ? sources.ofMany(connector) : sources.of(connector))
  if (!source) throw kitError('connectorNotFound', { connectorId }) // it has been removed
  if (known && !additionalSource && !parameters.login) {
    onLink(known)
    setCurrent(kit, namespace, connectorId)
    return known
  }
  await disconnecting.get(connector.id)
  if (signal.aborted) throw kitError('requestAborted', { cause: signal.reason })
  return new Promise<Link>((resolve, reject) => {
    let isEnded = false
    const end = () => {
      isEnded = true
      if (attempts.get(connector.id) === settle) attempts.delete(connector.id)
    }
    const settle = (links: readonly Link[]) => {
      end()
      const link = links.find((granted) => granted.namespace === namespace) ?? links[0]
      if (!link) return reject(kitError('providerDisconnected'))
      onLink(link)
      takeLinks(kit, links)
      for (const granted of links) setCurrent(kit, granted.namespace, granted.connectorId)
      resolve(link)
    }
    const fail = (error: unknown) => {
      end()
      reject(error as Error) // the wallet's error, which may have any type
    }
    signal.addEventListener(
      'abort',
      () => fail(kitError('requestAborted', { cause: signal.reason })),
      { once: true },
    )
    attempts.set(connector.id, settle)
    const handleLinks = (links: readonly Link[]) => {
      if (!isEnded) return settle(links)
      const laterAttempt = signal.aborted ? attempts.get(connector.id) : undefined
      if (laterAttempt) return laterAttempt(links)
      for (const link of links) discard(kit, link)
    }
    const ask = async () => handleLinks(await source.connect(parameters))
    ask().catch(fail)
  })
}

/**
 * Disconnects a wallet that answered after its attempt had ended, unless another answer has
 * connected it.
 */
function discard(kit: Kit, link: Link): void {
  const current = linkOf(kit, link.namespace, link.connectorId)
  if (current === link) return
  link.close()
  // the wallet was never shown, so a failure is not reported
  if (!current) link.disconnect().catch(() => {})
}

/**
 * The time limit of an answer, in milliseconds. Pairings and the codes of a login expire by
 * themselves, a little earlier.
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
 * Whether a pairing ended only because it expired. If the computer slept, `walletTimeout` may come
 * before `pairingExpired`. The second of tolerance is for timers that fire early.
 */
const isRunOut = ({ expiresAt }: Pairing, now: number, error: unknown) =>
  expiresAt <= now + 1_000 &&
  (KitError.is(error, 'pairingExpired') || KitError.is(error, 'walletTimeout'))
