import { readCalls } from '@latchkey/protocol/smartAccounts/calls'
import { entryPoint } from '@latchkey/protocol/smartAccounts/contracts'
import type { UserOperationFields } from '@latchkey/protocol/smartAccounts/userOperation'
import { isRecord, partsOf } from '@latchkey/protocol/isObject'
import type { SmartCalls, TransactionsToApprove } from '../../approve/transaction/useEstimate.ts'
import { messages } from '../../approve/messages.ts'
import type { Approved } from '../../approve/transaction/estimate.ts'
import { fault } from '../../bridge/Fault.ts'
import { maxGas } from '../../smartAccount/operationLimits.ts'
import { askOperationNonce } from '../../smartAccount/operation.ts'
import type { GivenOperation } from '../../smartAccount/operation.ts'
import { smartStatusOnSite } from '../../smartAccount/statusOf.ts'
import { requireNamespace } from '../../wallet/network.ts'
import { isTransient } from '../../server/isTransient.ts'
import { isHexBytes } from '../hex.ts'
import { askMarket, maxPerGas, usualPrice } from '../../approve/transaction/priceOf.ts'
import { refuseHiddenCalls } from '../refuseHiddenCalls.ts'
import { requireEvmAccount } from '../requireAccount.ts'
import { readTransaction } from '../readTransaction.ts'
import type { RequestedTransaction } from '../readTransaction.ts'
import { subjectOf } from '../sentTransactions.ts'
import type { SigningCall } from '../signingCall.ts'
import { approveOperation } from './approveOperation.ts'
import { findBundle, storeBundle } from './bundles.ts'
import { maxCalls } from './readCalls.ts'
import { followBundle, stepBundle } from './runBundle.ts'

/** The members of an operation that a site may send. The signature is a stub, or absent. */
const members = new Set([
  'sender',
  'nonce',
  'callData',
  'callGasLimit',
  'verificationGasLimit',
  'preVerificationGas',
  'maxFeePerGas',
  'maxPriorityFeePerGas',
  'paymaster',
  'paymasterVerificationGasLimit',
  'paymasterPostOpGasLimit',
  'paymasterData',
  'signature',
])
/** A price may be this many times the usual one. */
const maxPriceFactor = 50n

/**
 * Sends an operation that the visitor approved. Its calls are read and shown like a batch, and the
 * wallet signs it. If a paymaster has signed it, its fields stay; otherwise the account pays, and
 * the wallet fills in gas and price. `eth_sendUserOperation` [operation, entryPoint]. ERC-7769
 * @returns the operation's hash
 * @throws Fault -32602 for another EntryPoint, a number that is not the account's next one, a
 *   factory, an authorisation, or calls in another form; 4100 for another account, or where the account is a plain one; 5710 without a bundler
 */
export async function sendUserOperation({
  wallet,
  network,
  params,
  request,
}: SigningCall): Promise<string> {
  requireNamespace(network, 'eip155', 'callsChainUnsupported')
  const [operation, at]: readonly unknown[] = Array.isArray(params) ? params : []
  if (!isRecord(operation) || !isEntryPoint(at)) throw fault('invalidParams')
  const address = await requireEvmAccount(wallet, partsOf(operation)['sender'])
  const { callData, transactions } = readOperationCalls(operation, {
    address,
    chainId: Number(network.reference),
  })
  const found = await smartStatusOnSite(wallet, network, address, request.signal)
  if (!found.hasOperations) throw fault('callsChainUnsupported')
  if (found.status !== 'ready' && found.status !== 'deployed') throw fault('unauthorized')
  const given = readGiven(operation, { address, callData })
  const nonce = given.kind === 'complete' ? given.fields.nonce : given.nonce
  // with any other number, the operation could happen after the account was turned off and on
  if (nonce !== undefined && nonce !== (await askOperationNonce(wallet, network, address)))
    throw fault('invalidParams')
  if (given.kind === 'complete') {
    const usual = maxPerGas(usualPrice(await askMarket(wallet, network, request.signal)))
    if (given.fields.maxFeePerGas > usual * maxPriceFactor) throw fault('invalidParams')
  }
  const subject = await subjectOf({ address, networkId: network.networkId, operation })
  const id = `0x${await subjectOf(['eth_sendUserOperation', request.id])}`
  const known = await findBundle(wallet, id)
  // a site that repeats its request after a reload means the same operation
  if (known?.operation && known.subject === subject) return known.operation.hash
  const plan: SmartCalls = { callData, isUpgrade: found.status === 'ready', given }
  const approved = await approveOperation({ wallet, network }, plan, (smart) =>
    wallet.stage.ask<TransactionsToApprove, Approved>({
      load: () => import('../../approve/transaction/ApproveTransactionView.tsx'),
      params: { transactions, address, network, ...(smart && { smart }) },
      title: () => wallet.language.words(messages).transactionTitle,
      signal: request.signal,
    }),
  )
  if (!approved.operation) throw fault('somethingWrong')
  await storeBundle(wallet, {
    id,
    subject,
    address,
    networkId: network.networkId,
    transactions: [],
    hashes: [],
    status: 'open',
    at: Date.now(),
    operation: approved.operation,
  })
  await stepBundle(wallet, id).catch((error: unknown) => {
    if (!isTransient(error)) throw error
  })
  followBundle(wallet, id).catch(() => {}) // the receipt reports failures
  return approved.operation.hash
}

const isEntryPoint = (value: unknown): boolean =>
  typeof value === 'string' && value.toLowerCase() === entryPoint.toLowerCase()

/** Reads the calls of an operation. @throws Fault -32602 */
function readOperationCalls(
  operation: Readonly<Record<string, unknown>>,
  { address, chainId }: { address: string; chainId: number },
): Pick<SmartCalls, 'callData'> & Pick<TransactionsToApprove, 'transactions'> {
  const isForeign = ([name, value]: [string, unknown]) =>
    value !== undefined && value !== null && !members.has(name)
  if (Object.entries(operation).some(isForeign)) throw fault('invalidParams')
  const { callData } = operation
  const calls = readCalls(callData)
  if (!calls || typeof callData !== 'string' || !isHexBytes(callData)) throw fault('invalidParams')
  if (calls.length > maxCalls) throw fault('callsTooMany')
  refuseHiddenCalls(address, calls)
  const [first, ...rest] = calls.map(
    ({ to, value, data }): RequestedTransaction =>
      readTransaction({ to, value: `0x${value.toString(16)}`, data }, chainId),
  )
  if (!first) throw fault('invalidParams')
  return { callData, transactions: [first, ...rest] }
}

/** Reads the numbers and the paymaster of an operation. @throws Fault -32602 */
function readGiven(
  operation: Readonly<Record<string, unknown>>,
  { address, callData }: { address: `0x${string}`; callData: `0x${string}` },
): GivenOperation {
  const number = (name: string, max: bigint): bigint => {
    const value = operation[name]
    if (typeof value !== 'string' || !/^0x[\da-f]{1,64}$/i.test(value)) throw fault('invalidParams')
    const read = BigInt(value)
    if (read > max) throw fault('invalidParams')
    return read
  }
  const { paymaster, paymasterData } = operation
  if (paymaster === undefined || paymaster === null) {
    if (paymasterData !== undefined && paymasterData !== null) throw fault('invalidParams')
    return operation['nonce'] === undefined || operation['nonce'] === null
      ? { kind: 'number', nonce: undefined }
      : { kind: 'number', nonce: number('nonce', (1n << 256n) - 1n) }
  }
  const data = paymasterData ?? '0x'
  const isRead =
    typeof paymaster === 'string' &&
    /^0x[\da-f]{40}$/i.test(paymaster) &&
    // with address zero, EntryPoint takes the fee from the account
    BigInt(paymaster) !== 0n &&
    typeof data === 'string' &&
    isHexBytes(data)
  if (!isRead) throw fault('invalidParams')
  const maxPrice = (1n << 128n) - 1n
  const fields: UserOperationFields = {
    sender: address,
    nonce: number('nonce', (1n << 256n) - 1n),
    callData,
    callGasLimit: number('callGasLimit', maxGas.calls),
    verificationGasLimit: number('verificationGasLimit', maxGas.verification),
    preVerificationGas: number('preVerificationGas', maxGas.preVerification),
    maxFeePerGas: number('maxFeePerGas', maxPrice),
    maxPriorityFeePerGas: number('maxPriorityFeePerGas', maxPrice),
    signature: '0x',
    sponsor: {
      paymaster: `0x${paymaster.slice(2)}`,
      paymasterVerificationGasLimit: number('paymasterVerificationGasLimit', maxGas.paymaster),
      paymasterPostOpGasLimit: number('paymasterPostOpGasLimit', maxGas.paymaster),
      paymasterData: data,
    },
  }
  return { kind: 'complete', fields }
}
