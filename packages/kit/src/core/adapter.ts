import type { NetworkId } from '@latchkey/protocol/caip'
import type { Namespace } from '@latchkey/protocol/namespace'
import type { Transaction } from '@latchkey/protocol/transaction'
import type { ConnectorSource, Link, SourceHost } from './connectorSource.ts'
import type { Kit } from './kit.ts'
import type { KitNetwork } from './network.ts'
import type { FacetName, Facets } from './facets/facets.ts'

/** What the kit gives an adapter to work with. */
export type AdapterHost = SourceHost & {
  /** Those of the adapter's namespace, in the site's order; at least one. */
  networks: readonly KitNetwork[]
}

/**
 * What one namespace can do with a link. Errors are KitErrors with the codes of the wallet table (spec section 8).
 * The chain's code behind it is imported on first need.
 */
export type ChainAdapter = {
  readonly namespace: Namespace
  /** What else the namespace can do: the names that `load` has something for. What is missing is not offered. */
  readonly facets: readonly FacetName[]
  /** The wallets of this browser. */
  readonly source: ConnectorSource
  /** Asks the link's wallet to change its network; adds it there when the wallet does not know it (4902). */
  switchNetwork(parameters: { link: Link; networkId: NetworkId; signal?: AbortSignal }): Promise<void>
  /** One JSON-RPC call: to the wallet of a link, to the network's node without one. */
  request(parameters: { method: string; params?: readonly unknown[] | object; networkId: NetworkId; link?: Link; signal?: AbortSignal }): Promise<unknown>
  /** Signs a text with an account. EVM: personal_sign (EIP-191). */
  signMessage(parameters: { link: Link; address: string; message: string; signal?: AbortSignal }): Promise<string>
  /** Signs and sends a transaction; resolves to its hash once the network took it. */
  send(parameters: { link: Link; address: string; networkId: NetworkId; transaction: Transaction; signal?: AbortSignal }): Promise<string>
  /** What a library of the chain takes in place of a wallet: follows whatever the kit is connected to. */
  provider?(kit: Kit): unknown
  /** What else the namespace can do, fetched when it is first needed; undefined where the chain lacks it. @throws KitError httpFailed, offline where its code does not come */
  load<name extends FacetName>(name: name): Promise<Facets[name] | undefined>
}

/** Makes the adapter of a namespace for one kit. */
export type AdapterFactory = { readonly namespace: Namespace; create(host: AdapterHost): ChainAdapter }
