import { isSmartAccountCode } from '@latchkey/protocol/smartAccounts/delegation'
import { findHandled, findOutcome, readReceipt, simulate } from '../entryPoint.ts'
import { bundleGas, maxBundleGas } from '../operationGas.ts'
import { countSent, readCode, readHead, upgraded } from '../operationChain.ts'
import { RpcRefusal } from '../rpcRefusal.ts'
import type { ChainBundlerOptions } from './ChainBundler.ts'
import { dropOperation, noteForeignInclusion, type StoredOperation } from './operationStore.ts'
import { readStored } from './readStored.ts'
import { offeredFees, paidFees, type Market } from './signBundle.ts'

/** Milliseconds for which an operation waits whose fees are too low for the next block. */
export const patience = 600_000
/** Maximum of an operation's failed transactions, and of the operations in a transaction. */
const max = { failures: 3, operations: 8 }
/** Blocks back from the newest one in which an operation is searched that others have sent. */
const searchedBlocks = 500

/**
 * The operations that EntryPoint would take now. Others are dropped, or wait.
 * @throws NodesError; DatabaseError
 */
export async function validateWaiting(
  options: ChainBundlerOptions,
  waiting: readonly StoredOperation[],
  market: Market,
  signal: AbortSignal,
): Promise<readonly StoredOperation[]> {
  const { access, now } = options
  const valid: StoredOperation[] = []
  for (const operation of waiting) {
    signal.throwIfAborted()
    const drop = (reason: string) =>
      access.run((queries) => dropOperation(queries, operation.hash, reason, now()))
    if (operation.failures >= max.failures) {
      await drop('its transactions failed')
      continue
    }
    if (!offeredFees(market, paidFees([operation]))) {
      if (now() - operation.createdAt > patience) await drop('its fees are too low')
      continue
    }
    const refusal = await findRefusal(options, operation, signal)
    if (refusal === undefined) valid.push(operation)
    else if (!refusal.startsWith('AA25') || !(await noteForeign(options, operation, signal)))
      await drop(refusal)
  }
  return valid
}

/** Why EntryPoint would refuse an operation now. Undefined if it takes it. */
async function findRefusal(
  { chain, accounts }: ChainBundlerOptions,
  operation: StoredOperation,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { packed, limits, authorization } = readStored(operation)
  const [account] = accounts
  if (!account) return 'no executor'
  const from = account.address
  const isUpgrade =
    authorization && !isSmartAccountCode(await readCode(chain, operation.sender, signal))
  // the chain would skip such an authorisation, and the operation would fail
  if (isUpgrade && authorization.nonce !== (await countSent(chain, operation.sender, signal)))
    return 'its authorisation has another nonce than the account'
  const overrides = isUpgrade ? upgraded(operation.sender) : {}
  try {
    await simulate(chain, [packed], { from, gas: bundleGas([limits]), overrides }, signal)
    return undefined
  } catch (error) {
    if (error instanceof RpcRefusal) return error.message
    throw error
  }
}

/** Finds the transaction of another sender that has handled an operation. */
async function noteForeign(
  { chain, access, now, onIncluded }: ChainBundlerOptions,
  operation: StoredOperation,
  signal: AbortSignal,
): Promise<boolean> {
  const { number } = await readHead(chain, signal)
  const from = Math.max(0, number - searchedBlocks)
  const found = (await findHandled(chain, [operation.hash], from, signal)).get(operation.hash)
  const receipt = found && (await readReceipt(chain, found, signal))
  const outcome = receipt && findOutcome(receipt, operation.hash)
  if (!receipt || !outcome) return false
  const { transactionHash, blockHash, blockNumber } = receipt
  const place = { transactionHash, blockHash, blockNumber }
  await access.run((queries) => noteForeignInclusion(queries, operation.hash, place, now()))
  await onIncluded(outcome)
  return true
}

/**
 * Divides operations into transactions. One whose transaction has failed before is alone in the
 * next one.
 */
export function groupsOf(
  operations: readonly StoredOperation[],
): readonly (readonly StoredOperation[])[] {
  const groups: StoredOperation[][] = []
  let shared: StoredOperation[] = []
  for (const operation of operations) {
    if (operation.failures > 0) {
      groups.push([operation])
      continue
    }
    const next = [...shared, operation]
    const isFull = next.length > max.operations || gasOf(next) > maxBundleGas
    if (isFull && shared.length > 0) groups.push(shared)
    shared = isFull ? [operation] : next
  }
  return shared.length > 0 ? [...groups, shared] : groups
}

const gasOf = (operations: readonly StoredOperation[]) =>
  bundleGas(operations.map((operation) => readStored(operation).limits))
