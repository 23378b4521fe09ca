import type { NetworkId } from '@latchkey/protocol/caip'
import type { Namespace } from '@latchkey/protocol/namespace'
import type { ChainAdapter } from '../../core/contracts/adapter.ts'
import type { Link, LinkState } from '../../core/contracts/connectorSource.ts'
import { readDevice } from '../../core/page/device.ts'
import { createListeners } from '../../core/kit/createListeners.ts'
import { kitError } from '../../core/errors/errors.ts'
import type { RemoteFacet, RemoteSession } from '../../core/contracts/facets/remote.ts'
import type { RawStorage } from '../../core/storage/storage.ts'
import type { WalletConnect } from '../walletconnect/createWalletConnect.ts'
import type { Session } from '../walletconnect/session.ts'
import type { SessionEvent } from '../walletconnect/sessionBook.ts'
import { walletConnectId } from './connectionId.ts'
import { addressesOf, approvedNetworks, methodsOf } from './grants.ts'
import { openApp } from './openApp.ts'
import type { PhoneMemory } from './phoneMemory.ts'
import { rememberedWallet } from './rememberWallet.ts'
import { walletOfPeer } from './walletOfPeer.ts'

/** A link, and the functions that pass the events of its session to it. */
export type PhoneLink = {
  link: Link
  /**
   * Passes the new state to the link's listeners, or undefined when the wallet has disconnected.
   */
  notify(state: LinkState | undefined): void
  /** Handles an event of the wallet. */
  handleEvent(event: Extract<SessionEvent, { type: 'event' }>): void
}

type Parts = {
  sign: WalletConnect
  facet: RemoteFacet
  adapter: ChainAdapter
  memory: PhoneMemory
  raw: RawStorage
  phone: { topic: string; connectorId: string; isLate: boolean }
  namespace: Namespace
  /** The site's networks of the namespace. */
  own: readonly NetworkId[]
  /** The visitor's network at the time of the request. */
  preferredNetworkId: NetworkId | undefined
  /** Removes the link, and disconnects the wallet after the last link of its session. */
  leave: () => Promise<void>
}

/** Makes the link of one namespace of a session with a phone. */
export function createPhoneLink({
  sign,
  facet,
  adapter,
  memory,
  raw,
  phone,
  namespace,
  own,
  preferredNetworkId: wanted,
  leave,
}: Parts): PhoneLink {
  const { topic, connectorId, isLate } = phone
  const { notify, clear, subscribe } = createListeners<[state: LinkState | undefined]>()
  const isPhone = readDevice().isPhone && rememberedWallet(raw) !== undefined
  let lastKnown: Session | undefined
  /** The accounts in the wallet's last event, the selected one first. */
  let named: readonly string[] = []
  const session = (): Session => {
    lastKnown = sign.sessions().find((session) => session.topic === topic) ?? lastKnown
    if (!lastKnown) throw kitError('providerDisconnected')
    return lastKnown
  }
  const approved = () => approvedNetworks(session(), namespace)
  const isFree = () => facet.canSwitchNetwork(methodsOf(session(), namespace))
  const stored = memory.networkOf(topic, namespace)
  const first = [stored, wanted, ...own].find(
    (id) => id !== undefined && (approved().includes(id) || (id === stored && isFree())),
  )
  let networkId = first ?? approved()[0] ?? own[0]

  const currentNetworkId = () => {
    if (networkId === undefined) throw kitError('chainDisconnected')
    return networkId
  }
  function accounts(): readonly string[] {
    const all = facet.readAccounts(addressesOf(session(), namespace, networkId))
    return [
      ...named.filter((account) => all.includes(account)),
      ...all.filter((account) => !named.includes(account)),
    ]
  }
  function state(): LinkState {
    const wallet = walletOfPeer(session()) ?? { id: walletConnectId, name: 'WalletConnect' }
    return {
      accounts: accounts(),
      networkId: currentNetworkId(),
      ...(!isFree() && { networkIds: approved() }),
      wallet,
      ...(isLate && { isLate: true as const }),
    }
  }
  function setNetwork(id: NetworkId): void {
    networkId = id
    memory.setNetwork(topic, namespace, id)
    notify(state())
  }

  const remoteSession: RemoteSession = {
    dialect: 'walletConnect',
    networkId: currentNetworkId,
    networkIds: approved,
    accounts,
    methods: () => methodsOf(session(), namespace),
    setNetwork,
    request: (method, params) =>
      sign.request({
        topic,
        networkId: currentNetworkId(),
        method,
        params,
        onSend: () => facet.backgroundMethods?.includes(method) || openApp(raw, topic),
      }),
    requestNode: (method, params) =>
      adapter.request({
        method,
        params: params as readonly unknown[] | object | undefined,
        networkId: currentNetworkId(),
      }), // JSON-RPC allows nothing else
  }

  const link: Link = {
    connectorId,
    namespace,
    provider: facet.createProvider(remoteSession),
    method: isPhone ? 'mobile' : 'qrcode',
    state,
    reportedAtomic: async (account) =>
      facet.reportedAtomic?.(
        { properties: session().properties, methods: remoteSession.methods() },
        account,
      ),
    subscribe,
    disconnect: leave,
    close() {
      notify(undefined) // ends waits for this link
      clear()
    },
  }
  return {
    link,
    notify,
    handleEvent({ name, data, networkId: at }) {
      if (!at.startsWith(`${namespace}:`)) return
      const change = facet.readEvent(name, data, at)
      if (!change) return
      if ('networkId' in change) return setNetwork(change.networkId)
      // accounts outside the session were never granted
      const granted = change.accounts.filter((account) => accounts().includes(account))
      if (granted.length === 0) return
      named = granted
      notify(state())
    },
  }
}
