import { useEffect, useState } from 'react'
import { erc20Abi, formatUnits, getAbiItem } from 'viem'
import type { Address, Chain } from 'viem'
import { readContract, watchEvent } from 'viem/actions'
import { chainClient } from './chainClient.ts'
import type { ChainClient } from './chainClient.ts'

/** A transfer of a token. `amount` is in whole tokens. */
export type Transfer = {
  id: string
  amount: string
  symbol: string
  from: Address
  to: Address
  block: bigint
}

/** The maximum number of transfers that the page shows. */
const maxTransfers = 6

/** Returns the ERC-20 transfers from now on, the newest first. */
export function useTransfers(chain: Chain): {
  transfers: readonly Transfer[]
  hasFailed: boolean
} {
  const [transfers, setTransfers] = useState<readonly Transfer[]>([])
  const [hasFailed, setHasFailed] = useState(false)

  useEffect(() => {
    const client = chainClient(chain)
    const tokens = createTokenReader(client)
    let isUnmounted = false
    const stop = watchEvent(client, {
      event: getAbiItem({ abi: erc20Abi, name: 'Transfer' }),
      strict: true, // skips Transfer events of NFTs, whose third value is indexed
      poll: true,
      onError: () => setHasFailed(true),
      onLogs: async (logs) => {
        const found = await Promise.all(
          logs.map(async ({ address, args, blockNumber, transactionHash, logIndex }) => {
            const { symbol, decimals } = await tokens(address)
            return {
              ...args,
              id: `${transactionHash}-${logIndex}`,
              symbol,
              amount: formatUnits(args.value, decimals),
              block: blockNumber ?? 0n,
            }
          }),
        )
        if (isUnmounted) return
        setHasFailed(false)
        setTransfers((before) => [...found.toReversed(), ...before].slice(0, maxTransfers))
      },
    })
    return () => {
      isUnmounted = true
      stop()
    }
  }, [chain])

  return { transfers, hasFailed }
}

/**
 * Creates a function that reads the symbol and the decimals of a token, once for each token. A
 * contract that has none is shown without them.
 */
function createTokenReader(client: ChainClient) {
  const known = new Map<Address, Promise<{ symbol: string; decimals: number }>>()
  const read = async (address: Address) => {
    const contract = { address, abi: erc20Abi } as const
    const [symbol, decimals] = await Promise.all([
      readContract(client, { ...contract, functionName: 'symbol' }),
      readContract(client, { ...contract, functionName: 'decimals' }),
    ])
    return { symbol: symbol.slice(0, 12), decimals }
  }
  return (address: Address) => {
    const answer =
      known.get(address) ??
      read(address).catch(() => ({ symbol: 'of an unnamed token', decimals: 0 }))
    known.set(address, answer)
    return answer
  }
}
