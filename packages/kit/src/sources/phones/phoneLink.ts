import { isSameAddress } from '@latchkey/protocol/address'
import { partsOf } from '@latchkey/protocol/isObject'
import type { NetworkId } from '@latchkey/protocol/caip'
import type { Namespace } from '@latchkey/protocol/namespace'
import type { ChainAdapter } from '../../core/contracts/adapter.ts'
import { toAddresses } from '../../core/accounts/sharedAccount.ts'
import type { SharedAccount } from '../../core/accounts/sharedAccount.ts'
import type { Link, LinkState } from '../../core/contracts/connectorSource.ts'
import { readDevice } from '../../core/page/device.ts'
import { createListeners } from '../../core/kit/createListeners.ts'
import { kitError } from '../../core/errors/errors.ts'
import type { RemoteFacet, RemoteSession } from '../../core/contracts/facets/remote.ts'
import { readLastAccount } from '../../core/storage/readLastAccount.ts'
import { readStored } from '../../core/storage/storage.ts'
import type { RawStorage } from '../../core/storage/storage.ts'
import type { WalletConnect } from '../walletconnect/createWalletConnect.lazy.ts'
import type { Session } from '../walletconnect/session.ts'
import type { SessionEvent } from '../walletconnect/sessionBook.ts'
import { walletConnectId } from './connectionId.ts'
import { addressesOf, approvedNetworks, methodsOf } from './grants.ts'
import { openApp } from './openApp.ts'
import type { PhoneMemory } from './phoneMemory.ts'
import { rememberedWallet } from './rememberWallet.ts'
import { walletOfPeer } from './walletOfPeer.ts'

/** A link, and the functions by which the source passes it the events of its session. */
export type PhoneLink = {
  link: Link
  /**
   * Passes the new state to the link's listeners, or undefined when the wallet has disconnected.
   */
  notify(state: LinkState | undefined): void
  /** Handles an event of the wallet. */
  handleEvent(event: Extract<SessionEvent, { type: 'event' }>): void
}

/** The parts that the link of a phone needs. */
export type PhoneLinkParts = {
  sign: WalletConnect
  facet: RemoteFacet
  adapter: ChainAdapter
  memory: PhoneMemory
  raw: RawStorage
  phone: { topic: string; connectorId: string; isLate: boolean }
  namespace: Namespace
  /** The site's networks of the namespace. */
  own: readonly NetworkId[]
  /** The visitor's network when the wallet was requested to connect. */
  preferredNetworkId: NetworkId | undefined
  /** Removes the link, and disconnects the wallet after the last link of its session. */
  leave: () => Promise<void>
}

/** Makes the link of one namespace of a session with a phone. */
export function createPhoneLink(parts: PhoneLinkParts): PhoneLink {
  const { sign, facet, adapter, raw, phone, namespace, leave } = parts
  const { topic, connectorId } = phone
  const { notify, clear, subscribe } = createListeners<[state: LinkState | undefined]>()
  const granted = new GrantedState(parts, notify)
  const methods = () => methodsOf(granted.session(), namespace)
  const remoteSession: RemoteSession = {
    dialect: 'walletConnect',
    networkId: () => granted.networkId(),
    networkIds: () => granted.networkIds(),
    accounts: () => granted.accounts(),
    addresses: () => granted.addresses(),
    methods,
    properties: () => granted.session().properties,
    setNetwork: (id) => granted.setNetwork(id),
    request: (method, params) =>
      sign.request({
        topic,
        networkId: granted.networkId(),
        method,
        params,
        onSend: () => facet.backgroundMethods?.includes(method) || openApp(raw, topic),
      }),
    requestNode: (method, params) =>
      adapter.request({
        method,
        params: params as readonly unknown[] | object | undefined,
        networkId: granted.networkId(),
      }), // parameters of JSON-RPC are a list or an object
  }
  const isOnThisDevice = readDevice().isPhone && rememberedWallet(raw) !== undefined
  const link: Link = {
    connectorId,
    namespace,
    provider: facet.createProvider(remoteSession),
    method: isOnThisDevice ? 'mobile' : 'qrcode',
    state: () => granted.state(),
    reportedAtomic: async (account) =>
      facet.reportedAtomic?.(
        { properties: granted.session().properties, methods: methods() },
        account,
      ),
    subscribe,
    ...(facet.canSelectAccount && { selectAccount: (address) => granted.select(address) }),
    disconnect: leave,
    close() {
      notify(undefined) // ends the tasks that wait for this link
      clear()
    },
  }
  return { link, notify, handleEvent: (event) => granted.handleEvent(event) }
}

/** The accounts and networks that a phone has granted in one namespace, and the network in use. */
class GrantedState {
  readonly #parts: PhoneLinkParts
  readonly #notify: (state: LinkState) => void
  #lastKnown: Session | undefined
  #networkId: NetworkId | undefined
  /**
   * The addresses in the wallet's last event, the selected one first, or the one that the site has
   * selected.
   */
  #named: readonly string[] = []

  constructor(parts: PhoneLinkParts, notify: (state: LinkState) => void) {
    this.#parts = parts
    this.#notify = notify
    const { memory, phone, namespace, own, preferredNetworkId } = parts
    const approved = this.networkIds()
    const stored = memory.networkOf(phone.topic, namespace)
    const first = [stored, preferredNetworkId, ...own].find(
      (id) => id !== undefined && (approved.includes(id) || (id === stored && this.#isFree())),
    )
    this.#networkId = first ?? approved[0] ?? own[0]
    if (parts.facet.canSelectAccount) this.#named = readSelected(parts.raw, namespace)
  }

  /**
   * The session, or its last known state. @throws KitError providerDisconnected if this page never
   * had the session
   */
  session(): Session {
    const { sign, phone } = this.#parts
    this.#lastKnown = sign.sessions().find(({ topic }) => topic === phone.topic) ?? this.#lastKnown
    if (!this.#lastKnown) throw kitError('providerDisconnected')
    return this.#lastKnown
  }

  /** The approved networks. */
  networkIds(): readonly NetworkId[] {
    return approvedNetworks(this.session(), this.#parts.namespace)
  }

  /** The network in use. @throws KitError chainDisconnected without a network */
  networkId(): NetworkId {
    if (this.#networkId === undefined) throw kitError('chainDisconnected')
    return this.#networkId
  }

  /** The addresses on the network in use, as the wallet spelled them. */
  addresses(): readonly string[] {
    return addressesOf(this.session(), this.#parts.namespace, this.#networkId)
  }

  accounts(): readonly SharedAccount[] {
    const { facet } = this.#parts
    const all = facet.readAccounts(this.addresses(), this.session().properties, this.#networkId)
    return [
      ...this.#named.flatMap((address) => all.find(isAt(address)) ?? []),
      ...all.filter((account) => !this.#named.some((address) => isAt(address)(account))),
    ]
  }

  state(): LinkState {
    const wallet = walletOfPeer(this.session()) ?? { id: walletConnectId, name: 'WalletConnect' }
    return {
      accounts: this.accounts(),
      networkId: this.networkId(),
      ...(!this.#isFree() && { networkIds: this.networkIds() }),
      wallet,
      ...(this.#parts.facet.canSelectAccount && { isSelectable: true as const }),
      ...(this.#parts.phone.isLate && { isLate: true as const }),
    }
  }

  /** Selects an account. @throws KitError unauthorized for one that the wallet has not granted */
  select(address: string): void {
    const selected = this.accounts().find((account) => isSameAddress(account.address, address))
    if (!selected) throw kitError('unauthorized')
    this.#named = [selected.address]
    this.#notify(this.state())
  }

  setNetwork(id: NetworkId): void {
    const { memory, phone, namespace } = this.#parts
    this.#networkId = id
    memory.setNetwork(phone.topic, namespace, id)
    this.#notify(this.state())
  }

  handleEvent({ name, data, networkId }: Parameters<PhoneLink['handleEvent']>[0]): void {
    const { facet, namespace } = this.#parts
    if (!networkId.startsWith(`${namespace}:`)) return
    const change = facet.readEvent(name, data, networkId)
    if (!change) return
    if ('networkId' in change) return this.setNetwork(change.networkId)
    // accounts that the session does not contain were never granted, so they are ignored
    const granted = toAddresses(change.accounts).filter((address) =>
      this.accounts().some(isAt(address)),
    )
    if (granted.length === 0) return
    this.#named = granted
    this.#notify(this.state())
  }

  /** Whether the wallet can switch to networks that it has not approved yet. */
  #isFree(): boolean {
    const { facet, namespace } = this.#parts
    return facet.canSwitchNetwork(methodsOf(this.session(), namespace))
  }
}

/** Compares accounts by an address. Its spelling may differ by network. */
const isAt =
  (address: string) =>
  (account: SharedAccount): boolean =>
    isSameAddress(account.address, address)

/** The account in use on the last visit, as a list. Empty if there was none. */
function readSelected(raw: RawStorage, namespace: Namespace): readonly string[] {
  const last = readLastAccount(partsOf(readStored(raw, 'last-account'))[namespace], namespace)
  return last ? [last.address] : []
}
