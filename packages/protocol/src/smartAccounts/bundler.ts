/** The messages of bundlers and paymasters. ERC-4337, ERC-7769, ERC-7677, EIP-7702 */
import * as v from 'valibot'
import { caller, networkId, post } from '../api.ts'
import { isEvmAddress } from '../chains/evm.ts'
import { isHex, type Hex } from '../evmSignature/hex.ts'
import { counts } from '../limits.ts'
import { listOf } from '../listOf.ts'
import type { PaymasterFields, UserOperationFields } from './userOperation.ts'

const address = v.custom<Hex>(isEvmAddress, 'Invalid address')

/** Bytes in hex, at most a number of them. */
/* @__NO_SIDE_EFFECTS__ */
const bytes = (max: number) =>
  v.pipe(
    v.string('Expected bytes in hex'),
    v.maxLength(2 + 2 * max, `Expected at most ${max} bytes`),
    v.guard(isHex, 'Expected bytes in hex'),
  )

/** A number in hex, at most of a number of bits. */
/* @__NO_SIDE_EFFECTS__ */
const quantity = (bits: number) =>
  v.pipe(
    v.string('Expected a number in hex'),
    v.regex(/^0x[\da-f]{1,64}$/i, 'Expected a number in hex'),
    v.transform((text) => BigInt(text)),
    v.check((value) => value < 1n << BigInt(bits), `Expected a number of at most ${bits} bits`),
  )

const gas = quantity(128)
const absent = v.optional(v.null(), null)

/** An authorisation that travels with an operation, as viem and alto write it. EIP-7702 */
export const authorizationShape = v.object({
  address,
  chainId: quantity(64),
  nonce: quantity(64),
  r: v.pipe(bytes(32), v.minLength(4, 'Expected a number')),
  s: v.pipe(bytes(32), v.minLength(4, 'Expected a number')),
  // some clients pad it to a word, and older ones also send `v`
  yParity: quantity(256),
})
export type SignedAuthorization = v.InferOutput<typeof authorizationShape>

/** What all operations have, also those without limits of gas. */
const basis = {
  sender: address,
  nonce: quantity(256),
  callData: bytes(counts.userOperationData),
  signature: v.optional(bytes(1_024), '0x'),
  maxFeePerGas: v.optional(gas),
  maxPriorityFeePerGas: v.optional(gas),
  callGasLimit: v.optional(gas),
  verificationGasLimit: v.optional(gas),
  preVerificationGas: v.optional(gas),
  paymaster: v.nullish(address),
  paymasterVerificationGasLimit: v.nullish(gas),
  paymasterPostOpGasLimit: v.nullish(gas),
  paymasterData: v.nullish(bytes(counts.userOperationData)),
  eip7702Auth: v.nullish(authorizationShape),
  // our accounts exist already, so no factory makes them
  factory: absent,
  factoryData: absent,
}

/** An operation whose gas is still to be estimated. Version 0.7, unpacked. */
export const partialOperationShape = v.object(basis)
export type PartialOperation = v.InferOutput<typeof partialOperationShape>

/** A complete operation. Version 0.7, unpacked. ERC-7769 */
export const userOperationShape = v.object({
  ...basis,
  signature: bytes(1_024),
  maxFeePerGas: gas,
  maxPriorityFeePerGas: gas,
  callGasLimit: gas,
  verificationGasLimit: gas,
  preVerificationGas: gas,
})
export type RpcUserOperation = v.InferOutput<typeof userOperationShape>

/** The fields of an operation, as they are packed. */
export function fieldsOf(operation: RpcUserOperation): UserOperationFields {
  const { sender, nonce, callData, signature, maxFeePerGas, maxPriorityFeePerGas } = operation
  const { callGasLimit, verificationGasLimit, preVerificationGas } = operation
  return {
    sender,
    nonce,
    callData,
    callGasLimit,
    verificationGasLimit,
    preVerificationGas,
    maxFeePerGas,
    maxPriorityFeePerGas,
    signature,
    sponsor: paymasterOf(operation),
  }
}

/** The paymaster's part of an operation. Undefined without a paymaster. */
export function paymasterOf(operation: PartialOperation): PaymasterFields | undefined {
  const { paymaster, paymasterVerificationGasLimit, paymasterPostOpGasLimit } = operation
  if (!paymaster) return undefined
  return {
    paymaster,
    paymasterVerificationGasLimit: paymasterVerificationGasLimit ?? 0n,
    paymasterPostOpGasLimit: paymasterPostOpGasLimit ?? 0n,
    paymasterData: operation.paymasterData ?? '0x',
  }
}

/** Writes the fields of an operation as bundlers answer them: numbers are in hex. */
export function operationText({
  sponsor,
  ...fields
}: UserOperationFields): Readonly<Record<string, Hex>> {
  return Object.fromEntries(
    Object.entries({ ...fields, ...sponsor }).map(([key, value]): [string, Hex] => [
      key,
      typeof value === 'bigint' ? `0x${value.toString(16)}` : value,
    ]),
  )
}

/** Writes the numbers of an object in hex. */
export const numbersInHex = <value extends object>(
  value: value,
): { [key in keyof value]: value[key] extends bigint ? Hex : value[key] } =>
  Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [
      key,
      typeof entry === 'bigint' ? `0x${entry.toString(16)}` : entry,
    ]),
  ) as { [key in keyof value]: value[key] extends bigint ? Hex : value[key] } // the same keys

const rpcId = v.optional(v.union([v.pipe(v.string(), v.maxLength(256)), v.number(), v.null()]))

/**
 * A JSON-RPC request to a bundler or paymaster. The parameters of each method are checked on their
 * own, so that an error names the method's id.
 */
export const operationRequest = v.object({
  jsonrpc: v.literal('2.0'),
  id: rpcId,
  method: v.pipe(v.string(), v.minLength(1), v.maxLength(128)),
  params: v.optional(v.array(v.unknown()), []),
})
export type OperationRequest = v.InferOutput<typeof operationRequest>

const requests = v.union([
  operationRequest,
  v.pipe(listOf(operationRequest, counts.operationBatch), v.minLength(1)),
])

/** The bundler of a network. docs/contracts/api.md#bundler */
export const bundlerEndpoint = post(
  '/v1/bundler',
  v.object({ ...caller, chainId: networkId, bundler: v.optional(v.string()) }),
  requests,
  v.unknown(),
)

/** The paymaster of a network. docs/contracts/api.md#paymaster */
export const paymasterEndpoint = post(
  '/v1/paymaster',
  v.object({ ...caller, chainId: networkId }),
  requests,
  v.unknown(),
)

/** The methods of the bundler. */
export const bundlerMethods = [
  'eth_chainId',
  'eth_supportedEntryPoints',
  'eth_estimateUserOperationGas',
  'eth_sendUserOperation',
  'eth_getUserOperationByHash',
  'eth_getUserOperationReceipt',
] as const
export type BundlerMethod = (typeof bundlerMethods)[number]

/** The methods of the paymaster. ERC-7677 */
export const paymasterMethods = ['pm_getPaymasterStubData', 'pm_getPaymasterData'] as const
export type PaymasterMethod = (typeof paymasterMethods)[number]

/** The codes of errors. ERC-7769, JSON-RPC 2.0 */
export const operationErrors = {
  invalidParams: -32_602,
  methodNotFound: -32_601,
  /** Nothing answered this request of a batch. */
  internal: -32_603,
  /** The account refuses the operation, or the bundler does not take it. */
  rejected: -32_500,
  /** The paymaster refuses the operation. */
  paymasterRejected: -32_501,
  /** The operation is not valid now, or not long enough. */
  outOfTime: -32_503,
  /** The paymaster pays for no more operations now. */
  throttled: -32_504,
  /** The signature of the account or of the paymaster is wrong. */
  signature: -32_507,
  /** The paymaster's deposit does not cover the operation. */
  paymasterDeposit: -32_508,
  /** The calls of the operation revert. */
  reverted: -32_521,
} as const
