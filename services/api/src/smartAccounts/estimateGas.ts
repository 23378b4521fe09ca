import {
  operationErrors,
  paymasterOf,
  type PartialOperation,
} from '@latchkey/protocol/smartAccounts/bundler'
import { entryPoint } from '@latchkey/protocol/smartAccounts/contracts'
import { packUserOperation } from '@latchkey/protocol/smartAccounts/userOperation'
import { readShape } from '@latchkey/protocol/border'
import { isRevert } from '@latchkey/server/isRevert'
import { NodesError } from '../providers/nodes.ts'
import { readMarket } from './bundler/signBundle.ts'
import type { LayerGas } from './createLayerGas.ts'
import type { AccountCode } from './accountCode.ts'
import { quantity, type Hex, type OperationChain } from './operationChain.ts'
import {
  accountValidationGas,
  paymasterValidationGas,
  requiredPreVerificationGas,
  stubSignature,
  stubSponsorship,
  type GasLimits,
} from './operationGas.ts'
import { RpcRefusal } from './rpcRefusal.ts'

/** Percent that an estimate is above what was measured. */
const room = { calls: 115n, preVerification: 108n, layer: 125n }
/** Units of gas of every transaction, and of a byte of its data (EIP-2028, EIP-7623). */
const transaction = { base: 21_000n, zero: 4n, other: 16n }
/** Units of gas that the calls get at least. */
const leastCallGas = 30_000n
/** A number of 128 bits whose bytes cost the most. */
const wide = (1n << 112n) - 1n

/**
 * Estimates the gas of an operation. The code of account and paymaster is known, so only the calls
 * are tried.
 * @throws RpcRefusal if the calls revert; NodesError
 */
export async function estimateGas(
  { chain, layerGas }: { chain: OperationChain; layerGas: LayerGas },
  operation: PartialOperation,
  account: AccountCode,
  signal: AbortSignal,
): Promise<GasLimits> {
  const { sender, nonce, callData } = operation
  const sponsor = paymasterOf(operation)
  const callGasLimit = await estimateCalls(chain, { sender, callData, account }, signal)
  const packed = packUserOperation({
    sender,
    nonce,
    callData,
    callGasLimit,
    verificationGasLimit: accountValidationGas(callData, sponsor !== undefined),
    preVerificationGas: 0xffffffn,
    maxFeePerGas: wide,
    maxPriorityFeePerGas: wide,
    signature: stubSignature,
    sponsor: sponsor && {
      paymaster: sponsor.paymaster,
      paymasterVerificationGasLimit: 0xffffffn,
      paymasterPostOpGasLimit: 0n,
      paymasterData:
        sponsor.paymasterData.length > stubSponsorship.length
          ? sponsor.paymasterData
          : stubSponsorship,
    },
  })
  const own = requiredPreVerificationGas(packed, account.isUpgrade)
  const maxFeePerGas = operation.maxFeePerGas ?? (await readMarket(chain, signal)).baseFee
  const layer = await layerGas(packed, maxFeePerGas, signal)
  return {
    callGasLimit,
    verificationGasLimit: accountValidationGas(callData, sponsor !== undefined),
    preVerificationGas: (own * room.preVerification + layer * room.layer) / 100n,
    paymasterVerificationGasLimit: sponsor ? paymasterValidationGas(callData) : 0n,
    paymasterPostOpGasLimit: 0n,
  }
}

/**
 * Estimates the gas of an account's calls.
 * @throws RpcRefusal if they revert; NodesError
 */
export async function estimateCalls(
  chain: OperationChain,
  { sender, callData, account }: { sender: Hex; callData: Hex; account: AccountCode },
  signal: AbortSignal,
): Promise<bigint> {
  if (callData === '0x') return leastCallGas
  const answer = await chain.nodes.requestAnswer(
    'eth_estimateGas',
    [{ from: entryPoint, to: sender, data: callData }, 'latest', account.overrides],
    signal,
  )
  if (answer.error) {
    if (isRevert(answer.error))
      throw new RpcRefusal(operationErrors.reverted, reasonOf(answer.error.message))
    throw new NodesError(`eth_estimateGas failed with code ${answer.error.code}`)
  }
  const counted = readShape(quantity, answer.result) - transactionGas(callData)
  const gas = ((counted > 0n ? counted : 0n) * room.calls) / 100n
  return gas > leastCallGas ? gas : leastCallGas
}

/** The gas of a transaction with these data, without its execution. */
function transactionGas(data: Hex): bigint {
  const bytes = Buffer.from(data.slice(2), 'hex')
  const zeros = BigInt(bytes.filter((byte) => byte === 0).length)
  return (
    transaction.base + transaction.zero * zeros + transaction.other * (BigInt(bytes.length) - zeros)
  )
}

const reasonOf = (message: string): string =>
  `The calls of the operation revert: ${message.slice(0, 200)}`
