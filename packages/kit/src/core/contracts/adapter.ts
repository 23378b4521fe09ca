import type { NetworkId } from '@latchkey/protocol/caip'
import type { Namespace } from '@latchkey/protocol/namespace'
import type { Transaction } from '@latchkey/protocol/transaction'
import type { ConnectorSource, Link, SourceHost } from './connectorSource.ts'
import type { Kit } from '../kit/kit.ts'
import type { KitNetwork } from './network.ts'
import type { FacetName, Facets } from './facets/facets.ts'

/** The tools that the kit gives an adapter. */
export type AdapterHost = SourceHost & {
  /** The networks of the adapter's namespace, in the site's order; at least one. */
  networks: readonly KitNetwork[]
}

/**
 * The operations of one namespace on a link. Errors are KitErrors; their codes are in
 * docs/contracts/product.md#errors. The chain's own code is imported on first need.
 */
export type ChainAdapter = {
  readonly namespace: Namespace
  /**
   * The facets that `load` can fetch. The kit does not offer features whose facet is missing here.
   */
  readonly facets: readonly FacetName[]
  /** The source of the wallets in this browser. */
  readonly source: ConnectorSource
  /**
   * Asks the link's wallet to change its network. Adds the network to a wallet that does not know
   * it (code 4902).
   */
  switchNetwork(parameters: {
    link: Link
    networkId: NetworkId
    signal?: AbortSignal
  }): Promise<void>
  /** One JSON-RPC call: to the link's wallet; without a link, to the network's node. */
  request(parameters: {
    method: string
    params?: readonly unknown[] | object
    networkId: NetworkId
    link?: Link
    signal?: AbortSignal
  }): Promise<unknown>
  /** Signs a text with an account. EVM: personal_sign (EIP-191). */
  signMessage(parameters: {
    link: Link
    address: string
    message: string
    signal?: AbortSignal
  }): Promise<string>
  /** Signs and sends a transaction; resolves to its hash once the network has accepted it. */
  send(parameters: {
    link: Link
    address: string
    networkId: NetworkId
    transaction: Transaction
    signal?: AbortSignal
  }): Promise<string>
  /**
   * The object that libraries of the chain accept as a wallet. It follows the kit's current
   * connection.
   */
  provider?(kit: Kit): unknown
  /**
   * The network that has the coins of the accounts of `networkId`, where it is another one: the
   * kit's screens then lead there, and offer nothing that moves coins. Absent where every network
   * has its own.
   */
  coinsOn?(networkId: NetworkId): NetworkId | undefined
  /**
   * Fetches a facet when it is first needed. Undefined where the chain lacks it.
   * @throws KitError httpFailed, offline when its code does not load
   */
  load<name extends FacetName>(name: name): Promise<Facets[name] | undefined>
}

/** Makes the adapter of a namespace for one kit. */
export type AdapterFactory = {
  readonly namespace: Namespace
  create(host: AdapterHost): ChainAdapter
}
