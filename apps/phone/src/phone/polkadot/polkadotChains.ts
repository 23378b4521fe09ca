import type { Devnet, DevnetNetwork } from '../../readDevnet.ts'

/** A Polkadot chain whose transactions the phone can read. `networkId` is a CAIP-2 id. */
export type PolkadotChain = Pick<DevnetNetwork, 'networkId' | 'name' | 'rpcUrl' | 'nativeCurrency'>

/** Whether a network is a Polkadot network. */
export const isOfPolkadot = (networkId: string): boolean => networkId.startsWith('polkadot:')

/** The running Polkadot chains; the devnet has one, or none. */
export function polkadotChainsOf({ networks }: Pick<Devnet, 'networks'>): readonly PolkadotChain[] {
  return networks.filter(({ networkId }) => isOfPolkadot(networkId))
}
