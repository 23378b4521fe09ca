import type { FrameParams } from '@latchkey/protocol/frame/frame'
import { openSettings, setPreferredAccount, switchNetwork } from '@latchkey/protocol/frame/site'
import type { FrameResults } from '@latchkey/protocol/frame/site'
import type { NetworkId } from '@latchkey/protocol/caip'
import type { Namespace } from '@latchkey/protocol/namespace'
import type { ChainAdapter } from '../../core/contracts/adapter.ts'
import type { Link, LinkState } from '../../core/contracts/connectorSource.ts'
import { toAddresses, validAccounts } from '../../core/accounts/sharedAccount.ts'
import type { SharedAccount } from '../../core/accounts/sharedAccount.ts'
import { withSmartAccounts } from '../../core/accounts/withSmartAccounts.ts'
import type { SmartAccountFacts } from '../../core/accounts/withSmartAccounts.ts'
import { createListeners } from '../../core/kit/createListeners.ts'
import { kitError } from '../../core/errors/errors.ts'
import type { RemoteFacet, RemoteSession } from '../../core/contracts/facets/remote.ts'
import type { Frame } from './createFrame.ts'
import { toFrameChain } from './frameChain.ts'
import { authId, walletName } from './names.ts'
import { rethrowFrameError } from './readFrameError.ts'

/**
 * The wallet's picture in lists of wallets, an envelope on a plain background: a `data:image/` URI.
 * It is in this file, so that the page loads it only with the wallet's code.
 */
export const walletPicture = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#3355e6"/><path d="M8 10.5h16a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1v-9a1 1 0 0 1 1-1Zm-.6.7L16 18l8.6-6.8" fill="none" stroke="#fff" stroke-width="1.75" stroke-linejoin="round"/></svg>')}`

/**
 * An account as the frame reports it: its address, its user, the company of the login, and the kind
 * of account.
 * - `accountAddresses`: all its addresses, where it has several. They differ by network
 */
export type ReportedAccount = Pick<LinkState, 'user' | 'socialProvider'> & {
  address: string
  accountAddresses?: FrameResults['GET_USER']['accountAddresses']
  facts: SmartAccountFacts
}

/** A link, and the function that passes it a changed account. `undefined` ends the link. */
export type EmbeddedLink = {
  link: Link
  notify(account: ReportedAccount | undefined): void
  /** Notifies the listeners, because other parts of the state may have changed. */
  republish(): void
}

type Parts = {
  frame: Frame
  /** Sends a JSON-RPC call to the wallet, as the payload of RPC_REQUEST. */
  request: (call: FrameParams['RPC_REQUEST']) => Promise<unknown>
  facet: RemoteFacet
  adapter: ChainAdapter
  namespace: Namespace
  account: ReportedAccount
  /** The site's networks of the namespace. The first is the initial one. */
  networkIds: readonly [NetworkId, ...NetworkId[]]
  /** Resolves when the account has been read again after a change that the frame reported. */
  refreshed: () => Promise<void> | undefined
  /**
   * Reads the account again, on a network.
   * @param on @default the network that the link uses
   */
  reread: (signal: AbortSignal | undefined, on?: NetworkId) => Promise<void>
  /** The networks on which the wallet has smart accounts. */
  smartAccountNetworks: () => readonly NetworkId[]
  /** Ends the use of the login in this namespace; in the last namespace, the login itself. */
  leave: () => Promise<void>
}

/** Creates the link of one namespace of a login. */
export function createEmbeddedLink({
  frame,
  request: ask,
  facet,
  adapter,
  namespace,
  account,
  networkIds: own,
  refreshed,
  reread,
  smartAccountNetworks,
  leave,
}: Parts): EmbeddedLink {
  const { notify, clear, subscribe } = createListeners<[state: LinkState | undefined]>()
  let { facts, addressesOf, ...reported } = readAccount(facet, account, namespace)
  let [networkId] = own
  const state = () =>
    stateOf({ ...reported, networkId, networkIds: own }, facts, smartAccountNetworks())
  const rereadSmart = () => {
    if (smartAccountNetworks().length > 0) reread(undefined).catch(() => {})
  }
  const setNetwork = (id: NetworkId) => {
    networkId = id
    notify(state())
  }
  const session = createSession({ facet, adapter, ask, state, setNetwork })
  const link: Link = {
    connectorId: authId,
    namespace,
    provider: facet.createProvider(session),
    method: 'login',
    state,
    subscribe,
    async switchNetwork({ networkId: requestedId, signal }) {
      await frame.request(switchNetwork, { chainId: toFrameChain(requestedId) }, { signal })
      if (addressesOf) return reread(signal, requestedId)
      setNetwork(requestedId)
      rereadSmart() // whether the account is a smart account differs by network
    },
    async openSettings({ place, signal } = {}) {
      const closed = frame.request(openSettings, place && { place }, { ...(signal && { signal }) })
      // the visitor may have turned the smart account off or on
      await rethrown(closed).finally(rereadSmart)
      await refreshed()
    },
    async setPreferredAccountType({ type, signal }) {
      await rethrown(frame.request(setPreferredAccount, { type }, { ...(signal && { signal }) }))
      await reread(signal)
    },
    disconnect: leave,
    close() {
      notify(undefined) // ends the tasks that wait for this link
      clear()
      withdraw?.()
    },
  }
  const withdraw = facet.announce?.(link, { name: walletName, icon: walletPicture })
  return {
    link,
    notify(next) {
      if (next === undefined) return notify(undefined)
      ;({ facts, addressesOf, ...reported } = readAccount(facet, next, namespace))
      if (addressesOf) networkId = addressesOf
      notify(state())
    },
    republish: () => notify(state()),
  }
}

/** The state of the link, with what differs where the account is a smart account. */
const stateOf = <state extends LinkState>(
  plain: state,
  ...smart: [facts: SmartAccountFacts, networks: readonly NetworkId[]]
) => ({ ...plain, ...withSmartAccounts(plain, ...smart) })

const rethrown = <answer>(asked: Promise<answer>) => asked.catch(rethrowFrameError)

/** Creates the session through which the chain's code sends requests to the wallet. */
function createSession({
  facet,
  adapter,
  ask,
  state,
  setNetwork,
}: Pick<Parts, 'facet' | 'adapter'> & {
  ask: Parts['request']
  state: () => LinkState & { networkIds: readonly NetworkId[] }
  setNetwork: (networkId: NetworkId) => void
}): RemoteSession {
  return {
    dialect: 'frame',
    networkId: () => state().networkId,
    networkIds: () => state().networkIds,
    accounts: () => state().accounts,
    addresses: () => toAddresses(state().accounts),
    methods: () => facet.methods,
    properties: () => undefined,
    setNetwork,
    request: (method, params) => ask({ method, params, chainId: toFrameChain(state().networkId) }),
    requestNode: (method, params) =>
      adapter.request({
        method,
        params: params as readonly unknown[] | object | undefined,
        networkId: state().networkId,
      }), // parameters of JSON-RPC are a list or an object
  }
}

/**
 * The account that the frame reports, with the address in the spelling of its chain.
 * @throws KitError answerInvalid for an invalid address
 */
function readAccount(
  facet: RemoteFacet,
  { address, accountAddresses, facts, ...user }: ReportedAccount,
  namespace: Namespace,
): Pick<LinkState, 'accounts' | 'user' | 'socialProvider'> & {
  facts: SmartAccountFacts
  /** The network of the addresses. Undefined where they are the same on all networks. */
  addressesOf: NetworkId | undefined
} {
  const accounts = accountAddresses
    ? validAccounts(accountAddresses as readonly SharedAccount[], namespace) // it checks each field
    : facet.readAccounts([address])
  if (accounts.length === 0)
    throw kitError('answerInvalid', { details: 'The frame named an address of another kind' })
  return {
    accounts,
    ...user,
    facts,
    addressesOf: accountAddresses && facts.networkId,
  }
}
