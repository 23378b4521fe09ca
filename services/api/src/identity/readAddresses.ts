import { getAddress, size, zeroAddress, type Address, type PublicClient } from 'viem'
import { getEnsAddress } from 'viem/actions'
import { toCoinType } from 'viem/ens'
import type { Pace } from '../createPace.ts'
import { orNull } from './orNull.ts'
import { chainIdOf, type EvmChain } from '../chains/evm/evmChain.ts'

/**
 * Ethereum's coin type. A wallet also uses this address on EVM networks where the name has none.
 * Source: SLIP-44
 */
export const ether = '60'
/** Chains with this EIP-155 id or a higher one have no coin type. Source: ENSIP-11 */
const noCoinType = 2 ** 31

/** Addresses by coin type (SLIP-44, ENSIP-11) as text. They have the checksum of EIP-55. */
export type Addresses = { readonly [coinType: string]: Address }

/**
 * The addresses of a name on Ethereum, and on the networks that the API serves.
 * @throws NodesError when the chain that has the names does not answer; the signal's reason
 */
export async function readAddresses(
  client: PublicClient,
  name: string,
  {
    chains,
    universalResolverAddress,
    pace,
    signal,
  }: {
    chains: readonly EvmChain[]
    pace: Pace
    universalResolverAddress: Address | undefined
    signal: AbortSignal
  },
): Promise<Addresses> {
  const found = await Promise.all(
    [...new Set([ether, ...chains.flatMap(coinTypeOf)])].map(
      async (coinType): Promise<[string, Address][]> => {
        await pace()
        const pending = getEnsAddress(client, {
          name,
          universalResolverAddress,
          ...(coinType !== ether && { coinType: BigInt(coinType) }),
        })
        const address = await orNull(pending, signal)
        return address === null || size(address) !== 20 || address === zeroAddress
          ? []
          : [[coinType, getAddress(address)]]
      },
    ),
  )
  return Object.fromEntries(found.flat())
}

function coinTypeOf(chain: EvmChain): string[] {
  const id = Number(chainIdOf(chain))
  return id < noCoinType ? [String(toCoinType(id))] : []
}
