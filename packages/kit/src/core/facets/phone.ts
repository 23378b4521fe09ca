import type { NetworkId } from '@latchkey/protocol/caip'

/** A session with a phone, as one namespace sees it. */
export type PhoneSession = {
  /** Where the namespace stands now. */
  networkId(): NetworkId
  /** The networks that the wallet approved. CAIP-2 */
  networkIds(): readonly NetworkId[]
  /** Addresses on the current network, as the wallet gave them. */
  accounts(): readonly string[]
  methods(): readonly string[]
  setNetwork(networkId: NetworkId): void
  /** Asks the wallet, on the current network. @throws KitError unauthorized, what the wallet answers */
  ask(method: string, params: unknown): Promise<unknown>
  /** Asks the node of the current network. */
  askNode(method: string, params: unknown): Promise<unknown>
}

/** How wallets on phones are spoken to over WalletConnect in one namespace. */
export type PhoneFacet = {
  /** Methods and events that are asked for in a proposal. */
  methods: readonly string[]
  events: readonly string[]
  /** The addresses that are possible in this namespace, in one spelling. */
  readAccounts(addresses: readonly string[]): readonly string[]
  /** What an event of the wallet says of the session; undefined for one that says nothing. */
  readEvent(name: string, data: unknown, networkId: string): { networkId: NetworkId } | { accounts: readonly string[] } | undefined
  /** Whether a wallet that grants these methods can be asked to go to a network that it has not approved. */
  canMove(methods: readonly string[]): boolean
  /** What signs with that session. */
  createProvider(session: PhoneSession): unknown
}
