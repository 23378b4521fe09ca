/**
 * The parameters of Polkadot's networks. They are not in `polkadot.ts`, because few pages need them.
 */
import { genericPrefix, readSs58, writeSs58 } from './ss58.ts'

/**
 * - `prefix`: the number with which the network's addresses begin. SS58
 * - `hasBalances`: whether people's coins are on it. Since 2025 the relay chains have none: they
 *   are on the Asset Hubs
 */
export type PolkadotNetwork = { prefix: number; hasBalances: boolean }

/** The CAIP-2 id of Polkadot's Asset Hub, where the coin DOT is. */
export const polkadotAssetHubId = 'polkadot:68d56f15f85d3136970ec16946040bc1'
/** The CAIP-2 id of Kusama's Asset Hub, where the coin KSM is. */
export const kusamaAssetHubId = 'polkadot:48239ef607d7928874027a43a6768920'
/** The CAIP-2 id of Polkadot's relay chain. */
export const polkadotRelayId = 'polkadot:91b171bb158e2d3848fa23a9f1c25182'
/** The CAIP-2 id of Kusama's relay chain. */
export const kusamaRelayId = 'polkadot:b0a8d493285c2df73290dfb7e61f870f'
/** The CAIP-2 id of the devnet's chain. */
export const polkadotDevnetId = 'polkadot:45454545454545454545454545454545'

const networks: Readonly<Record<string, PolkadotNetwork>> = {
  [polkadotAssetHubId]: { prefix: 0, hasBalances: true },
  [kusamaAssetHubId]: { prefix: 2, hasBalances: true },
  [polkadotRelayId]: { prefix: 0, hasBalances: false },
  [kusamaRelayId]: { prefix: 2, hasBalances: false },
  // Westend, and its Asset Hub
  'polkadot:e143f23803ac50e8f6f8e62695d1ce9e': { prefix: genericPrefix, hasBalances: false },
  'polkadot:67f9723393ef76214df0118c34bbbd3d': { prefix: genericPrefix, hasBalances: true },
  [polkadotDevnetId]: { prefix: genericPrefix, hasBalances: true },
}

/** The parameters of a network, by its CAIP-2 id. Undefined for a network that is not known. */
export const polkadotNetworkOf = (networkId: string): PolkadotNetwork | undefined =>
  Object.hasOwn(networks, networkId) ? networks[networkId] : undefined

/**
 * The spelling of an address on a network: the same key with the network's prefix, or with the
 * generic one where the network is not known. Undefined if the text is no address.
 */
export function spelledFor(networkId: string, address: string): string | undefined {
  const read = readSs58(address)
  return read && writeSs58(read.key, polkadotNetworkOf(networkId)?.prefix ?? genericPrefix)
}
