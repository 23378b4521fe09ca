import { readShape } from '@latchkey/protocol/border'
import {
  fieldsOf,
  numbersInHex,
  operationErrors,
  operationText,
  partialOperationShape,
  userOperationShape,
  type BundlerMethod,
  type PartialOperation,
  type RpcUserOperation,
} from '@latchkey/protocol/smartAccounts/bundler'
import { entryPoint } from '@latchkey/protocol/smartAccounts/contracts'
import { readSponsorshipTimes } from '@latchkey/protocol/smartAccounts/sponsorship'
import {
  packUserOperation,
  userOperationHash,
  type UserOperationFields,
} from '@latchkey/protocol/smartAccounts/userOperation'
import type { Access } from '@latchkey/server/db/createAccess'
import { isAddressEqual } from 'viem'
import * as v from 'valibot'
import { evmKey } from '../../chains/evm/evmKeys.ts'
import { checkAccountCode } from '../accountCode.ts'
import { findOutcome, readNonce, readReceipt, simulate, withNonce } from '../entryPoint.ts'
import { estimateGas } from '../estimateGas.ts'
import {
  bundleGas,
  executedGas,
  maxOperationGas,
  requiredPreVerificationGas,
  tooMuchGas,
} from '../operationGas.ts'
import { hexOf, hexText, type Hex, type OperationChain } from '../operationChain.ts'
import type { LayerGas } from '../createLayerGas.ts'
import { readParams } from '../readParams.ts'
import { RpcRefusal } from '../rpcRefusal.ts'
import {
  findOperation,
  insertOperation,
  listOpenNonces,
  type NotStored,
  type StoredOperation,
} from './operationStore.ts'
import { limitsOf, readStored } from './readStored.ts'
import { readMarket } from './signBundle.ts'

/** A request to the bundler of a chain. `project` is empty without one. */
export type BundlerRequest = {
  method: BundlerMethod
  params: readonly unknown[]
  project: string
  signal: AbortSignal
}

/** The bundler of one chain. @throws RpcRefusal; NodesError; DatabaseError */
export type AnswerBundler = (request: BundlerRequest) => Promise<unknown>

export type OwnBundlerParts = {
  chain: OperationChain
  /** The account from which operations are tried. */
  executor: Hex
  /** Our paymaster; undefined if there is none. */
  paymaster: Hex | undefined
  access: Access
  layerGas: LayerGas
  now: () => number
  /** Is called when an operation was stored. */
  onStored: () => void
}

/** Seconds for which a sponsorship has to count when its operation is taken. */
const validFor = 30

const entryPointShape = v.pipe(
  hexText,
  v.check(
    (address) => evmKey(address) === evmKey(entryPoint),
    `Expected the EntryPoint ${entryPoint}`,
  ),
)
const operationHash = v.pipe(
  hexText,
  v.length(66, 'Expected a hash of 32 bytes'),
  v.transform((hash) => evmKey(hash)), // hashes have the same form
)

/** Makes the bundler of a chain, without the part that sends. */
export function createOwnBundler(parts: OwnBundlerParts): AnswerBundler {
  const { chain } = parts
  return async ({ method, params, project, signal }) => {
    switch (method) {
      case 'eth_chainId':
        return hexOf(chain.chainId)
      case 'eth_supportedEntryPoints':
        return [entryPoint]
      case 'eth_estimateUserOperationGas': {
        // the third one, overrides of the state, is not needed for known code
        const [operation] = readParams(
          v.tuple([partialOperationShape, entryPointShape, v.optional(v.unknown())]),
          padded(params, 3),
        )
        return estimate(parts, operation, signal)
      }
      case 'eth_sendUserOperation': {
        const [operation] = readParams(v.tuple([userOperationShape, entryPointShape]), params)
        return send(parts, operation, project, signal)
      }
      case 'eth_getUserOperationByHash':
        return byHash(parts, readParams(v.tuple([operationHash]), params)[0])
      case 'eth_getUserOperationReceipt':
        return receiptOf(parts, readParams(v.tuple([operationHash]), params)[0], signal)
    }
  }
}

/** The parameters, filled up to a number of them. */
const padded = (params: readonly unknown[], length: number): readonly unknown[] => [
  ...params,
  ...Array.from({ length: Math.max(0, length - params.length) }, () => undefined),
]

async function estimate(
  { chain, paymaster, layerGas }: OwnBundlerParts,
  operation: PartialOperation,
  signal: AbortSignal,
) {
  checkPaymaster(operation, paymaster)
  const account = await checkAccountCode(chain, operation, { isSigned: false }, signal)
  const { paymasterVerificationGasLimit, paymasterPostOpGasLimit, ...limits } = await estimateGas(
    { chain, layerGas },
    operation,
    account,
    signal,
  )
  return numbersInHex({
    ...limits,
    ...(operation.paymaster && { paymasterVerificationGasLimit, paymasterPostOpGasLimit }),
  })
}

/** @throws RpcRefusal if an operation has a foreign paymaster */
function checkPaymaster({ paymaster }: PartialOperation, own: Hex | undefined): void {
  if (!paymaster || (own && isAddressEqual(paymaster, own))) return
  throw new RpcRefusal(
    operationErrors.paymasterRejected,
    own ? `The paymaster has to be ${own}, or none` : 'This bundler takes no paymaster',
  )
}

async function send(
  parts: OwnBundlerParts,
  operation: RpcUserOperation,
  project: string,
  signal: AbortSignal,
): Promise<Hex> {
  const { chain, access, now, executor, paymaster } = parts
  const fields = fieldsOf(operation)
  const packed = packed128(fields)
  const sender = evmKey(operation.sender)
  checkPaymaster(operation, paymaster)
  checkTimes(fields, now())
  const account = await checkAccountCode(chain, operation, { isSigned: true }, signal)
  await checkFees(chain, fields, signal)
  const layerGas = await parts.layerGas(packed, fields.maxFeePerGas, signal)
  checkLimits(fields, requiredPreVerificationGas(packed, account.isUpgrade) + layerGas)
  const hash = userOperationHash(packed, chain.chainId)
  const known = await access.run((queries) => findOperation(queries, chain.networkId, hash))
  if (known && known.state !== 'dropped') return hash
  const before = await checkNonce(parts, fields, signal)
  await simulate(
    chain,
    [packed],
    {
      from: executor,
      gas: bundleGas([limitsOf(fields)]),
      overrides: { ...account.overrides, ...(before && withNonce(sender, fields.nonce)) },
    },
    signal,
  )
  const stored = await access.run((queries) =>
    insertOperation(
      queries,
      {
        hash,
        networkId: chain.networkId,
        project,
        sender,
        nonce: fields.nonce,
        fields: operationText({ ...fields, sender }),
        authorization: account.authorization ?? null,
      },
      now(),
    ),
  )
  if (stored !== 'stored') throw new RpcRefusal(operationErrors.rejected, sentences[stored])
  parts.onStored()
  return hash
}

const sentences: Readonly<Record<NotStored, string>> = {
  tooMany: 'The account has too many operations that wait',
  projectFull: 'The project has too many operations that wait',
  full: 'Too many operations wait',
  underpriced:
    'Another operation has this nonce: it is sent already, or its fees are not 10 % lower',
}

/** @throws RpcRefusal if a limit or fee does not fit */
function packed128(fields: UserOperationFields) {
  try {
    return packUserOperation(fields)
  } catch (cause) {
    if (cause instanceof RangeError)
      throw new RpcRefusal(operationErrors.invalidParams, 'A limit or fee has more than 128 bits')
    throw cause
  }
}

/** @throws RpcRefusal if the paymaster's signature does not count long enough */
function checkTimes({ sponsor }: UserOperationFields, now: number): void {
  const times = sponsor && readSponsorshipTimes(sponsor.paymasterData)
  if (sponsor && !times)
    throw new RpcRefusal(operationErrors.paymasterRejected, 'paymasterData has another length')
  if (!times) return
  const seconds = now / 1_000
  const isValid =
    times.validAfter <= seconds &&
    (times.validUntil === 0 || times.validUntil >= seconds + validFor)
  if (!isValid)
    throw new RpcRefusal(operationErrors.outOfTime, 'The sponsorship does not count long enough')
}

/** @throws RpcRefusal if an operation may use too much gas, or does not pay for its transaction */
function checkLimits(fields: UserOperationFields, required: bigint): void {
  if (executedGas(limitsOf(fields)) > maxOperationGas)
    throw new RpcRefusal(operationErrors.invalidParams, tooMuchGas)
  if (fields.preVerificationGas < required)
    throw new RpcRefusal(
      operationErrors.invalidParams,
      `preVerificationGas has to be at least ${required}`,
    )
}

/** @throws RpcRefusal if an operation would not be mined now; NodesError */
async function checkFees(
  chain: OperationChain,
  { maxFeePerGas, maxPriorityFeePerGas }: UserOperationFields,
  signal: AbortSignal,
): Promise<void> {
  const { baseFee, tip } = await readMarket(chain, signal)
  if (maxPriorityFeePerGas > maxFeePerGas)
    throw new RpcRefusal(
      operationErrors.invalidParams,
      'maxPriorityFeePerGas is above maxFeePerGas',
    )
  const least = { fee: baseFee + tip / 2n, tip: tip / 2n }
  if (maxFeePerGas < least.fee)
    throw new RpcRefusal(
      operationErrors.invalidParams,
      `maxFeePerGas has to be at least ${least.fee}`,
    )
  if (maxPriorityFeePerGas < least.tip)
    throw new RpcRefusal(
      operationErrors.invalidParams,
      `maxPriorityFeePerGas has to be at least ${least.tip}`,
    )
}

/**
 * Checks that an operation is the next one of its key, after those that wait or are sent.
 * @returns whether others are before it
 * @throws RpcRefusal; NodesError
 */
async function checkNonce(
  { chain, access }: OwnBundlerParts,
  { sender, nonce }: UserOperationFields,
  signal: AbortSignal,
): Promise<boolean> {
  const next = await readNonce(chain, sender, nonce >> 64n, signal)
  if (nonce === next) return false
  const key = evmKey(sender)
  const open = await access.run((queries) => listOpenNonces(queries, chain.networkId, key))
  // an operation may also replace one that waits
  let expected = next
  while (expected < nonce && open.includes(expected)) expected += 1n
  if (nonce < next || expected !== nonce)
    throw new RpcRefusal(operationErrors.rejected, 'AA25 invalid account nonce')
  return true
}

/** The operation with its place. ERC-7769 */
async function byHash({ chain, access }: OwnBundlerParts, hash: Hex) {
  const found = await access.run((queries) => findOperation(queries, chain.networkId, hash))
  if (!found || found.state === 'dropped') return null
  const { fields } = readStored(found)
  return {
    userOperation: operationText(fields),
    entryPoint,
    blockNumber: found.blockNumber === null ? null : hexOf(found.blockNumber),
    blockHash: found.blockHash,
    transactionHash: found.transactionHash,
  }
}

/** The receipt of an operation, or null while it is in no block. ERC-7769 */
async function receiptOf(parts: OwnBundlerParts, hash: Hex, signal: AbortSignal) {
  const { chain, access } = parts
  const found = await access.run((queries) => findOperation(queries, chain.networkId, hash))
  if (!found?.transactionHash) return null
  return receiptIn(chain, found, found.transactionHash, signal)
}

async function receiptIn(
  chain: OperationChain,
  { hash, sender, nonce, fields }: StoredOperation,
  transactionHash: Hex,
  signal: AbortSignal,
) {
  const [whole, receipt] = [
    await chain.nodes.request('eth_getTransactionReceipt', [transactionHash], signal),
    await readReceipt(chain, transactionHash, signal),
  ]
  const outcome = receipt && findOutcome(receipt, hash)
  if (!outcome) return null // the chain has replaced the block
  return {
    userOpHash: hash,
    entryPoint,
    sender,
    nonce: hexOf(nonce),
    ...(fields['paymaster'] !== undefined && { paymaster: fields['paymaster'] }),
    actualGasCost: hexOf(outcome.actualGasCost),
    actualGasUsed: hexOf(outcome.actualGasUsed),
    success: outcome.isSuccess,
    ...(outcome.reason !== undefined && { reason: outcome.reason }),
    logs: outcome.logs.map((log) => ({ ...log, logIndex: hexOf(log.logIndex) })),
    receipt: readShape(v.looseObject({}), whole),
  }
}
