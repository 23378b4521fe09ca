import { fromHex } from '@latchkey/protocol/hex'
import {
  kusamaAssetHubId,
  kusamaRelayId,
  polkadotAssetHubId,
  polkadotRelayId,
} from '@latchkey/protocol/chains/polkadotNetworks'
import assetHubKusama from '@polkadot/types-support/metadata/v15/asset-hub-kusama-hex'
import assetHubPolkadot from '@polkadot/types-support/metadata/v15/asset-hub-polkadot-hex'
import kusama from '@polkadot/types-support/metadata/v15/kusama-hex'
import polkadot from '@polkadot/types-support/metadata/v15/polkadot-hex'
import type { Network } from '../../../wallet/network.ts'

/** A chain of today: its network, its metadata of version 15, and the hash of its genesis. */
export type Chain = { network: Network; metadata: Uint8Array; genesisHash: `0x${string}` }

/** The metadata stands in the package as an Option of bytes with their length. */
const bytesOf = (hex: string) => fromHex(hex.slice(hex.indexOf('6d657461')))

function chain(
  networkId: string,
  name: string,
  [symbol, decimals]: readonly [string, number],
  hex: string,
): Chain {
  const reference = networkId.slice('polkadot:'.length)
  return {
    network: { networkId, name, namespace: 'polkadot', reference, currency: { symbol, decimals } },
    metadata: bytesOf(hex),
    genesisHash: `0x${reference.padEnd(64, '0')}`,
  }
}

const [dot, ksm] = [
  ['DOT', 10],
  ['KSM', 12],
] as const

/** Where people's coins are. */
export const assetHub = chain(polkadotAssetHubId, 'Polkadot Asset Hub', dot, assetHubPolkadot)
/** Four chains of today. */
export const chains: readonly Chain[] = [
  assetHub,
  chain(kusamaAssetHubId, 'Kusama Asset Hub', ksm, assetHubKusama),
  chain(polkadotRelayId, 'Polkadot', dot, polkadot),
  chain(kusamaRelayId, 'Kusama', ksm, kusama),
]
