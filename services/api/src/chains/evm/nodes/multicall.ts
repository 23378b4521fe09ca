import { numberToHex, type Hex } from 'viem'
import { encodeCalls, type ContractCall } from './encodeCalls.ts'
import { readResults } from './readResults.ts'
import type { EvmChain } from '../evmChain.ts'

/** Maximum of reads in one `eth_call`. Common nodes accept this number within their gas limit. */
const callsAtOnce = 500

/**
 * Reads many contracts at the newest block, or at another block. The results are in the order of
 * `calls`; undefined where a contract reverted. Source: Multicall3 `aggregate3` over `eth_call`
 * @throws NodesError
 */
export async function multicall(
  chain: EvmChain,
  calls: readonly ContractCall[],
  signal: AbortSignal,
  block?: bigint,
): Promise<(Hex | undefined)[]> {
  const parts: ContractCall[][] = []
  for (let start = 0; start < calls.length; start += callsAtOnce)
    parts.push(calls.slice(start, start + callsAtOnce))
  const answers = await Promise.all(parts.map((part) => aggregate(chain, part, signal, block)))
  return answers.flat()
}

async function aggregate(
  chain: EvmChain,
  calls: readonly ContractCall[],
  signal: AbortSignal,
  block: bigint | undefined,
): Promise<(Hex | undefined)[]> {
  const data = encodeCalls(calls)
  const answer = await chain.nodes.request(
    'eth_call',
    [{ to: chain.multicall3, data }, block === undefined ? 'latest' : numberToHex(block)],
    signal,
  )
  return readResults(answer, calls.length)
}
