import type { NetworkId } from '@latchkey/protocol/caip'
import type { AtomicSupport, Link } from '../connectorSource.ts'

/**
 * A session with a wallet that is reached by messages, a phone or the embedded wallet, as one
 * namespace sees it.
 */
export type RemoteSession = {
  /**
   * How the wallet takes bytes in the parameters of its methods, where a namespace has two ways: as
   * WalletConnect has it, or as the embedded wallet's frame does.
   */
  readonly dialect: 'walletConnect' | 'frame'
  /** The namespace's current network. */
  networkId(): NetworkId
  /** The networks that the wallet approved. CAIP-2 */
  networkIds(): readonly NetworkId[]
  /** Addresses on the current network, as the wallet gave them. */
  accounts(): readonly string[]
  methods(): readonly string[]
  setNetwork(networkId: NetworkId): void
  /**
   * Sends a request to the wallet, on the current network. @throws KitError unauthorized, what the
   * wallet answers
   */
  request(method: string, params: unknown): Promise<unknown>
  /** Sends a request to the node of the current network. */
  requestNode(method: string, params: unknown): Promise<unknown>
}

/**
 * How one namespace speaks to wallets that are reached by messages: phones over WalletConnect, the
 * embedded wallet in its frame.
 */
export type RemoteFacet = {
  /** Methods and events that a proposal requests. */
  methods: readonly string[]
  events: readonly string[]
  /** The addresses that are valid in this namespace, in one spelling. */
  readAccounts(addresses: readonly string[]): readonly string[]
  /**
   * The change of the session that an event of the wallet reports; undefined for an event without
   * one.
   */
  readEvent(
    name: string,
    data: unknown,
    networkId: string,
  ): { networkId: NetworkId } | { accounts: readonly string[] } | undefined
  /**
   * Whether a wallet that grants these methods can be asked to switch to a network that it has not
   * approved.
   */
  canSwitchNetwork(methods: readonly string[]): boolean
  /** Methods that a wallet answers without its owner: its app stays where it is. Absent: none. */
  backgroundMethods?: readonly string[]
  /**
   * What a wallet told by the properties of its session, JSON of any content, about several calls
   * at once, for an address on a network; `methods`: those that it granted. Absent where the
   * namespace has no such calls. EIP-5792
   */
  reportedAtomic?(
    reported: { properties: string | undefined; methods: readonly string[] },
    account: { networkId: NetworkId; address: string },
  ): Promise<AtomicSupport | undefined>
  /**
   * The address in the place of one that is not known yet, in a sign-in that a wallet signs as it
   * connects. Absent where wallets can't (spec section 5). CAIP-222
   */
  placeholder?: string
  /**
   * Makes the wallet known to other libraries on the page, which then find it like one of this
   * browser; the kit itself does not. Absent where the namespace has no such custom. EIP-6963
   * @returns its end
   */
  announce?(link: Link, wallet: { name: string; icon: string }): () => void
  /** The object that signs with that session. */
  createProvider(session: RemoteSession): unknown
}
