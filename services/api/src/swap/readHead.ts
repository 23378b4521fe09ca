import { hexToBigInt, isHex, type Hex } from 'viem'
import { isRecord } from '@latchkey/protocol/isObject'
import { NodesError } from '../providers/nodes.ts'
import type { EvmChain } from '../chains/evm/evmChain.ts'

/**
 * The newest block. `baseFee` is in wei, and undefined on a chain without EIP-1559. `time` is in
 * seconds since 1970.
 */
export type Head = { number: bigint; hash: string; time: bigint; baseFee: bigint | undefined }

/**
 * Reads the newest block. Source: `eth_getBlockByNumber`
 * @throws NodesError
 */
export function readHead(chain: EvmChain, signal: AbortSignal): Promise<Head> {
  return chain.nodes.request<Head>('eth_getBlockByNumber', ['latest', false], signal, {
    members: ['number', 'hash', 'timestamp', 'baseFeePerGas'],
    begin: () => ({ read: headIn }),
  })
}

/** Maximum of characters of a block's number and time, which have 64 bits. */
const longest = 18

function headIn(block: unknown): Head {
  const { number, hash, timestamp, baseFeePerGas } = isRecord(block) ? block : {}
  if (
    !isQuantity(number) ||
    !isHex(hash) ||
    !isQuantity(timestamp) ||
    number.length > longest ||
    timestamp.length > longest
  )
    throw new NodesError('The node answered no block')
  return {
    number: hexToBigInt(number),
    hash,
    time: hexToBigInt(timestamp),
    baseFee: isQuantity(baseFeePerGas) ? hexToBigInt(baseFeePerGas) : undefined,
  }
}

/** Whether a value is a number as nodes write it (a JSON-RPC quantity). */
export function isQuantity(value: unknown): value is Hex {
  return typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value)
}
