/**
 * The parameters of Polkadot's networks. They are not in `polkadot.ts`, because few pages need them.
 */
import {
  assetHubOf,
  kusamaAssetHubId,
  kusamaRelayId,
  polkadotAssetHubId,
  polkadotDevnetId,
  polkadotRelayId,
  westendAssetHubId,
  westendRelayId,
} from './polkadotIds.ts'
import { genericPrefix, readSs58, writeSs58 } from './ss58.ts'

export { kusamaAssetHubId, kusamaRelayId, polkadotAssetHubId, polkadotDevnetId, polkadotRelayId }

/**
 * - `prefix`: the number with which the network's addresses begin. SS58
 * - `hasBalances`: whether people's coins are on it. Since 2025 the relay chains have none: they
 *   are on the Asset Hubs
 */
export type PolkadotNetwork = { prefix: number; hasBalances: boolean }

const prefixes: Readonly<Record<string, number>> = {
  [polkadotAssetHubId]: 0,
  [polkadotRelayId]: 0,
  [kusamaAssetHubId]: 2,
  [kusamaRelayId]: 2,
  [westendAssetHubId]: genericPrefix,
  [westendRelayId]: genericPrefix,
  [polkadotDevnetId]: genericPrefix,
}

/** The parameters of a network, by its CAIP-2 id. Undefined for a network that is not known. */
export function polkadotNetworkOf(networkId: string): PolkadotNetwork | undefined {
  const prefix = Object.hasOwn(prefixes, networkId) ? prefixes[networkId] : undefined
  return prefix === undefined
    ? undefined
    : { prefix, hasBalances: assetHubOf(networkId) === undefined }
}

/**
 * The spelling of an address on a network: the same key with the network's prefix, or with the
 * generic one where the network is not known. Undefined if the text is no address.
 */
export function spelledFor(networkId: string, address: string): string | undefined {
  const read = readSs58(address)
  return read && writeSs58(read.key, polkadotNetworkOf(networkId)?.prefix ?? genericPrefix)
}
