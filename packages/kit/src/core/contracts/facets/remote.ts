import type { NetworkId } from '@latchkey/protocol/caip'
import type { SharedAccount } from '../../accounts/sharedAccount.ts'
import type { AtomicSupport, Link } from '../connectorSource.ts'

/**
 * One namespace of a session with a wallet that is reached by messages: a phone or the embedded
 * wallet.
 */
export type RemoteSession = {
  /**
   * The encoding of bytes in the parameters of methods, where a namespace has two: that of
   * WalletConnect, or that of the embedded wallet's frame.
   */
  readonly dialect: 'walletConnect' | 'frame'
  /** The namespace's current network. */
  networkId(): NetworkId
  /** The networks that the wallet approved, as CAIP-2 ids. */
  networkIds(): readonly NetworkId[]
  /** The accounts on the current network, the selected one first. */
  accounts(): readonly SharedAccount[]
  /** The addresses on the current network, in the spelling that the wallet granted. */
  addresses(): readonly string[]
  methods(): readonly string[]
  /**
   * Data that the wallet sent with the session: JSON of any content. Undefined where it sent none.
   * CAIP-25, `sessionProperties`
   */
  properties(): string | undefined
  setNetwork(networkId: NetworkId): void
  /**
   * Sends a request to the wallet, on the current network.
   * @throws KitError unauthorized, and the wallet's errors
   */
  request(method: string, params: unknown): Promise<unknown>
  /** Sends a request to the node of the current network. */
  requestNode(method: string, params: unknown): Promise<unknown>
}

/**
 * Defines how one namespace talks to wallets that are reached by messages: phones over
 * WalletConnect, and the embedded wallet in its frame.
 */
export type RemoteFacet = {
  /** Methods that a proposal requests of a wallet. `events` are requested in the same proposal. */
  methods: readonly string[]
  events: readonly string[]
  /**
   * Makes accounts from the addresses that are valid in this namespace, in their canonical
   * spelling. The session's `properties` may contain the public key and the purpose of each
   * account. `networkId`: the network in use, where the spelling of an account differs by network.
   */
  readAccounts(
    addresses: readonly string[],
    properties?: string,
    networkId?: NetworkId,
  ): readonly SharedAccount[]
  /**
   * The change of the session that a wallet's event reports. Undefined for an event without a
   * change.
   */
  readEvent(
    name: string,
    data: unknown,
    networkId: string,
  ): { networkId: NetworkId } | { accounts: readonly SharedAccount[] } | undefined
  /**
   * Whether a wallet that grants these methods can be requested to switch to a network that it has
   * not approved.
   */
  canSwitchNetwork(methods: readonly string[]): boolean
  /**
   * Whether the site selects the account to use, because wallets have no selected one themselves.
   * @default false
   */
  canSelectAccount?: boolean
  /**
   * Methods that a wallet answers without its owner's approval. The kit does not open the wallet's
   * app for them.
   * @default none
   */
  backgroundMethods?: readonly string[]
  /**
   * The support of atomic calls that a wallet reported in the properties of its session (JSON of
   * any content), for an address on a network. `methods` are those that the wallet granted. Absent
   * where the namespace has no atomic calls. EIP-5792
   */
  reportedAtomic?(
    reported: { properties: string | undefined; methods: readonly string[] },
    account: { networkId: NetworkId; address: string },
  ): Promise<AtomicSupport | undefined>
  /**
   * The address that stands for an account that is not known yet, in a sign-in that a wallet signs
   * as it connects. Absent where wallets cannot sign then. CAIP-222
   */
  placeholder?: string
  /**
   * Announces the wallet to other libraries on the page, which then find it like a wallet of this
   * browser. The kit itself ignores the announcement. Absent where the namespace has no such
   * announcement. EIP-6963
   * @returns the function that ends the announcement
   */
  announce?(link: Link, wallet: { name: string; icon: string }): () => void
  /** Makes the object that signs with a session. */
  createProvider(session: RemoteSession): unknown
}
