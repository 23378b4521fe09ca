import { isHex } from '@latchkey/protocol/evmSignature/hex'
import { readShape } from '@latchkey/protocol/border'
import {
  delegator,
  isKnownCode,
  smartAccountContracts,
  type KnownContract,
} from '@latchkey/protocol/smartAccounts/contracts'
import { writeDesignator } from '@latchkey/protocol/smartAccounts/delegation'
import * as v from 'valibot'
import { chainIdOf } from '../chains/evm/evmChain.ts'
import type { NameChain } from '../chains/registry.ts'

export type Hex = `0x${string}`

/** An EVM chain that takes user operations. */
export type OperationChain = Pick<NameChain, 'networkId' | 'nodes'> & {
  /** EIP-155. */
  chainId: number
}

/** The chain with its number. */
export const operationChainOf = ({ networkId, nodes }: NameChain): OperationChain => ({
  networkId,
  nodes,
  chainId: Number(chainIdOf({ networkId })),
})

/** A number in hex, as nodes write it. */
export const quantity = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-f]{1,64}$/i),
  v.transform((text) => BigInt(text)),
)
/** A number that a JavaScript number holds exactly. */
export const small = v.pipe(
  quantity,
  v.transform((value) => Number(value)),
  v.safeInteger(),
)
/** Bytes in hex. */
export const hexText = v.pipe(v.string(), v.guard(isHex))

/** Writes a number as nodes read it. */
export const hexOf = (value: bigint | number): Hex => `0x${value.toString(16)}`

/** What the state of an account is replaced by during a call. Source: geth's `eth_call` */
export type StateOverrides = Readonly<
  Record<Hex, { code?: Hex; stateDiff?: Readonly<Record<Hex, Hex>> }>
>

/** The override that makes an address a smart account during a call. */
export const upgraded = (account: Hex): StateOverrides => ({
  [account]: { code: writeDesignator(delegator) },
})

const block = v.object({
  number: small,
  timestamp: small,
  baseFeePerGas: v.optional(quantity),
})

/** The newest block's number, time in seconds, and base fee. @throws NodesError */
export async function readHead(chain: OperationChain, signal: AbortSignal) {
  const reading = {
    members: ['number', 'timestamp', 'baseFeePerGas'],
    begin: () => ({ read: (value: unknown) => value }),
  }
  return readShape(
    block,
    await chain.nodes.request('eth_getBlockByNumber', ['latest', false], signal, reading),
  )
}

/** The tip per gas where a node suggests none: one gwei. */
const usualTip = 1_000_000_000n

/** The tip per gas that the node suggests. */
export const readTip = (chain: OperationChain, signal: AbortSignal): Promise<bigint> =>
  chain.nodes
    .request('eth_maxPriorityFeePerGas', [], signal)
    .then((answer) => readShape(quantity, answer))
    .catch((error: unknown) => {
      signal.throwIfAborted()
      if (error instanceof Error) return usualTip // some nodes lack this method
      throw error
    })

/** The code of an address. @throws NodesError */
export const readCode = async (
  chain: OperationChain,
  address: Hex,
  signal: AbortSignal,
): Promise<Hex> =>
  readShape(hexText, await chain.nodes.request('eth_getCode', [address, 'latest'], signal))

/** The number of transactions that an account has sent. @throws NodesError */
export const countSent = async (
  chain: OperationChain,
  account: Hex,
  signal: AbortSignal,
): Promise<number> =>
  readShape(
    small,
    await chain.nodes.request('eth_getTransactionCount', [account, 'latest'], signal),
  )

/** The balance of an account, in wei. @throws NodesError */
export const readBalance = async (
  chain: OperationChain,
  account: Hex,
  signal: AbortSignal,
): Promise<bigint> =>
  readShape(quantity, await chain.nodes.request('eth_getBalance', [account, 'latest'], signal))

/**
 * The contracts that the chain lacks, or that have another code than on public chains.
 * @param known the contracts by name. @default those of smart accounts
 * @throws NodesError
 */
export async function findMissing(
  chain: OperationChain,
  signal: AbortSignal,
  known: Readonly<Record<string, KnownContract>> = smartAccountContracts,
): Promise<readonly string[]> {
  const contracts = Object.entries(known)
  const codes = await Promise.all(
    contracts.map(([, { address }]) => readCode(chain, address, signal)),
  )
  return contracts.flatMap(([name, contract], index) =>
    isKnownCode(contract, chain.chainId, codes[index]) ? [] : [name],
  )
}
