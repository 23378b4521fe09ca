import type { Instruction } from '@solana/kit'
import { partsOf } from '@latchkey/protocol/isObject'
import { kitError } from '../../../core/errors/errors.ts'
import { confirmed, readAccount, valueOf } from '../provider/chain.ts'
import type { AccountInfo, Chain } from '../provider/chain.ts'
import { toBase64 } from '@latchkey/protocol/base64'
import { maxComputeUnits } from '../wire/maxComputeUnits.ts'
import { faultOf, reasonOf } from '../wire/reasonOf.ts'
import { budget } from './instructions.ts'
import { buildTransaction } from './buildTransaction.ts'
import type { Fault } from './messages.ts'

/**
 * The outcome of a simulated transaction. `units` are its compute units, `after` is the state of
 * the watched accounts after it.
 */
export type Outcome =
  | { status: 'works'; units: number; after: readonly (AccountInfo | undefined)[] }
  | { status: 'fails'; reason?: string; fault?: Fault }

/**
 * Simulates instructions as a transaction on a node. The transaction is unsigned, and the node
 * replaces its blockhash. Source: Solana JSON-RPC, simulateTransaction
 * @throws KitError answerInvalid; the node's errors
 */
export async function simulate(
  chain: Chain,
  payer: string,
  hash: string,
  { instructions, watched }: { instructions: readonly Instruction[]; watched: readonly string[] },
): Promise<Outcome> {
  const bytes = buildTransaction(payer, hash, [...budget(maxComputeUnits, 0n), ...instructions])
  const options = {
    ...confirmed,
    encoding: 'base64',
    sigVerify: false,
    replaceRecentBlockhash: true,
    accounts: { encoding: 'base64', addresses: watched },
  }
  const { err, logs, unitsConsumed, accounts } = partsOf(
    valueOf(await chain.request('simulateTransaction', [toBase64(bytes), options])),
  )
  if (err !== null) {
    if (err === undefined) throw kitError('answerInvalid')
    const fault = faultOf(err, logs)
    if (fault) return { status: 'fails', fault }
    const reason = reasonOf(err, logs)
    return { status: 'fails', ...(reason !== undefined && { reason }) }
  }
  if (
    typeof unitsConsumed !== 'number' ||
    !Number.isSafeInteger(unitsConsumed) ||
    unitsConsumed < 0 ||
    unitsConsumed > maxComputeUnits ||
    !Array.isArray(accounts)
  )
    throw kitError('answerInvalid')
  return {
    status: 'works',
    units: unitsConsumed,
    after: watched.map((_, index) => readAccount((accounts as readonly unknown[])[index] ?? null)),
  }
}
