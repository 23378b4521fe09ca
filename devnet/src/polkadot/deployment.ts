import { infoOf, polkadotChain, type ChainInfo } from '../chains.ts'
import { polkadotAccounts } from './polkadotAccounts.ts'

/** The contents of the Polkadot chain when it begins. */
export type PolkadotDeployment = ChainInfo & {
  networkId: string
  /** Made-up price of one DOT in dollars. */
  nativePrice: number
  accounts: readonly { address: string; role: string }[]
}

/** What the Polkadot chain has when it begins. */
export const polkadotDeployment: PolkadotDeployment = {
  ...infoOf(polkadotChain),
  networkId: polkadotChain.networkId,
  nativePrice: 4,
  accounts: polkadotAccounts.map(({ address, role }) => ({ address, role })),
}
