import type { WalletChain } from 'latchkey/testing'
import type { Devnet } from '../readDevnet.ts'
import { isOfBitcoin } from './bitcoin/bitcoinAccounts.ts'
import type { BitcoinChain } from './bitcoin/bitcoinAccounts.ts'
import { isOfPolkadot } from './polkadot/polkadotChains.ts'
import type { PolkadotChain } from './polkadot/polkadotChains.ts'
import { isOfSolana } from './solana/solanaChains.ts'
import type { SolanaChain } from './solana/solanaChains.ts'

/** The running EVM chains. @throws Error when none runs, with what is wrong with `/devnet.json` */
export function networksOf({
  networks,
  problems,
}: Pick<Devnet, 'networks' | 'problems'>): readonly [WalletChain, ...WalletChain[]] {
  const [first, ...rest] = networks.flatMap(({ networkId, name, nativeCurrency, rpcUrl }) => {
    const id = Number(/^eip155:(\d+)$/.exec(networkId)?.[1])
    return id ? [{ id, name, nativeCurrency, rpcUrl }] : []
  })
  if (!first) throw new Error(['No chain is running.', ...problems].join(' '))
  return [first, ...rest]
}

/** The networks that the phone knows. */
type Networks = {
  chains: readonly WalletChain[]
  solana: readonly SolanaChain[]
  bitcoin: readonly BitcoinChain[]
  polkadot: readonly PolkadotChain[]
}

/** Returns the name of a network by its CAIP-2 id. */
export function nameOfNetwork(
  networkId: string,
  { chains, solana, bitcoin, polkadot }: Networks,
): string {
  if (isOfSolana(networkId))
    return solana.find((one) => one.networkId === networkId)?.name ?? 'Solana'
  if (isOfBitcoin(networkId))
    return bitcoin.find((one) => one.networkId === networkId)?.name ?? 'Bitcoin'
  if (isOfPolkadot(networkId))
    return polkadot.find((one) => one.networkId === networkId)?.name ?? 'Polkadot'
  return chains.find(({ id }) => networkId === `eip155:${id}`)?.name ?? networkId
}
