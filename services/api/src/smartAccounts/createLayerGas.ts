import { readLayerFee } from '@latchkey/protocol/layerFee'
import { isHex } from '@latchkey/protocol/evmSignature/hex'
import type { PackedUserOperation } from '@latchkey/protocol/smartAccounts/userOperation'
import { entryPoint } from '@latchkey/protocol/smartAccounts/contracts'
import { encodeFunctionData, parseAbi } from 'viem'
import { NodesError } from '../providers/nodes.ts'
import { handleOpsData } from './entryPoint.ts'
import type { Hex, OperationChain } from './operationChain.ts'

/**
 * Returns the gas that pays for the storage of an operation's data on the layer below a rollup. On
 * other chains it is zero.
 * @throws NodesError
 */
export type LayerGas = (
  operation: PackedUserOperation,
  maxFeePerGas: bigint,
  signal: AbortSignal,
) => Promise<bigint>

/** Milliseconds for which a chain without such a fee is not asked again. */
const trust = 3_600_000
/** The gas of a bundle with one operation, for the operator's fee of the OP stack. */
const usualGas = 300_000n

/**
 * Arbitrum's `NodeInterface`, which its nodes answer in calls. There the data are a part of the
 * transaction's gas. https://docs.arbitrum.io/build-decentralized-apps/nodeinterface/reference
 */
const nodeInterface = '0x00000000000000000000000000000000000000C8'
const nodeAbi = parseAbi([
  'function gasEstimateL1Component(address to, bool contractCreation, bytes data) view returns (uint64, uint256, uint256)',
])

/** Makes the function for a chain. */
export function createLayerGas({ nodes }: OperationChain, now: () => number): LayerGas {
  let freeUntil = -Infinity

  /** The answer of a call; undefined if it reverts. */
  async function call(to: Hex, data: Hex, signal: AbortSignal): Promise<unknown> {
    try {
      return await nodes.request('eth_call', [{ to, data }, 'latest'], signal)
    } catch (error) {
      if (error instanceof NodesError && error.isRevert) return undefined
      throw error
    }
  }

  return async (operation, maxFeePerGas, signal) => {
    if (now() < freeUntil || maxFeePerGas === 0n) return 0n
    const data = handleOpsData([operation], operation.sender)
    const counted = encodeFunctionData({ abi: nodeAbi, args: [entryPoint, false, data] })
    const [fee, answer] = await Promise.all([
      readLayerFee(({ to, data: question }) => call(to, question, signal), {
        bytes: (data.length - 2) / 2,
        gas: usualGas,
      }),
      call(nodeInterface, counted, signal),
    ])
    const gas = isHex(answer) && answer.length >= 66 ? BigInt(answer.slice(0, 66)) : 0n
    if (fee === 0n && gas === 0n) freeUntil = now() + trust
    return (fee + maxFeePerGas - 1n) / maxFeePerGas + gas
  }
}
