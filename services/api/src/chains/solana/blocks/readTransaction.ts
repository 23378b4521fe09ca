import type { Hex, Move, Transaction } from '../../../chainIndex/chainIndex.ts'
import { isLure } from '../../../history/spam.ts'
import { accountsOf, type WireTransaction } from './blockWire.ts'
import { coinMoves, paymentOf } from './coinMoves.ts'
import { instructionsOf, numberOf, type Instruction } from './instructions.ts'
import { isTokenProgram, programs } from '../programs.ts'
import { selectorOf } from './selectorOf.ts'
import { tokenAccountsOf, tokenMoves, tokenTransferOf, type TokenAccount } from './tokenMoves.ts'

/**
 * A transaction as the index stores it, without its place. `isVote`: a validator's vote, which
 * moves nothing.
 */
export type ReadTransaction = {
  isVote: boolean
  transaction: Omit<Transaction, 'block' | 'index'>
  moves: readonly Move[]
  approvers: readonly Hex[]
}

/** Maximum of characters of a memo that are searched for lures. */
const longestMemo = 1_024

/** Reads a transaction of Solana. @throws RangeError when its parts contradict each other */
export function readTransaction(wire: WireTransaction): ReadTransaction {
  const accounts = accountsOf(wire)
  const changes = balanceChanges(wire, accounts)
  const [sender] = accounts
  const [hash] = wire.transaction.signatures
  // cannot happen: the schema has checked that both exist
  if (!sender || !hash) throw new RangeError('A transaction without a signer')
  const instructions = instructionsOf(wire, accounts)
  const tokens = tokenAccountsOf(wire, accounts)
  const succeeded = wire.meta.err === null
  if (
    !succeeded &&
    [...changes.values(), ...[...tokens.values()].map(({ change }) => change)].some(
      (change) => change !== 0n,
    )
  )
    throw new RangeError('A failed transaction that moved something')
  const coins = succeeded ? coinMoves(instructions, changes) : { outer: [], inner: [] }
  const moved = succeeded ? tokenMoves(instructions, tokens) : []
  return {
    isVote: instructions.length === 1 && instructions[0]?.program === programs.vote,
    transaction: {
      hash,
      sender,
      ...purposeOf(instructions, tokens, moved),
      fee: wire.meta.fee,
      nonce: 0,
      succeeded,
      hasLure: instructions.some(isLureMemo),
    },
    // first the transaction's own transfers, then tokens, then other moves of coins
    moves: [...coins.outer, ...moved, ...coins.inner],
    approvers: succeeded
      ? instructions.flatMap((instruction) => approverOf(instruction) ?? [])
      : [],
  }
}

/**
 * The changes of balances, without the fee.
 * @throws RangeError when they do not add up to zero, or when balances are missing
 */
function balanceChanges(
  { meta: { preBalances, postBalances, fee } }: WireTransaction,
  accounts: readonly Hex[],
): ReadonlyMap<Hex, bigint> {
  const changes = new Map(
    accounts.map((address, index) => [
      address,
      (postBalances[index] ?? 0n) - (preBalances[index] ?? 0n) + (index === 0 ? fee : 0n),
    ]),
  )
  const isWhole =
    preBalances.length === accounts.length &&
    postBalances.length === accounts.length &&
    changes.size === accounts.length
  if (!isWhole || [...changes.values()].reduce((sum, change) => sum + change, 0n) !== 0n)
    throw new RangeError('Balances that cannot be')
  return changes
}

/** Programs whose instructions accompany the main instruction. */
const auxiliaryPrograms: ReadonlySet<string> = new Set([
  programs.computeBudget,
  programs.memo,
  programs.firstMemo,
  programs.associatedToken,
])
/**
 * Numbers of instructions that only prepare accounts, of the system program and of the token
 * programs.
 */
const preparing: { system: ReadonlySet<number>; token: ReadonlySet<number> } = {
  system: new Set([0, 1, 3, 4, 6, 8, 9, 10]),
  token: new Set([0, 1, 2, 16, 17, 18, 19, 20, 21, 22]),
}
/**
 * Instructions that create something. `mints`: the token programs' InitializeMint and
 * InitializeMint2. `program`: the loader's DeployWithMaxDataLen, whose account 2 is the new
 * program.
 */
const creating = { mints: [0, 20], program: { number: 2, account: 2 } } as const

function isMain(instruction: Instruction): boolean {
  const number = numberOf(instruction) ?? -1
  if (auxiliaryPrograms.has(instruction.program)) return false
  if (isTokenProgram(instruction.program)) return !preparing.token.has(number)
  return instruction.program !== programs.system || !preparing.system.has(number)
}

/**
 * The target of a transaction: what it created, the receiver of a transfer, or the called program.
 * If it created nothing, the target is read from the main instruction, which is the first that does
 * more than prepare accounts.
 */
function purposeOf(
  instructions: readonly Instruction[],
  tokens: ReadonlyMap<Hex, TokenAccount>,
  moved: readonly Move[],
): Pick<Transaction, 'recipient' | 'created' | 'value' | 'selector' | 'hasData'> {
  const outer = instructions.filter(({ isOuter }) => isOuter)
  const main = outer.find(isMain) ?? outer[0]
  const created = createdBy(outer, moved)
  if (created) return { recipient: null, created, value: 0n, selector: null, hasData: true }
  const number = main && numberOf(main)
  const payment = main && paymentOf(main)
  const transfer = main && tokenTransferOf(main)
  return {
    recipient:
      payment?.recipient ??
      (transfer ? (tokens.get(transfer.to)?.owner ?? transfer.to) : (main?.program ?? null)),
    created: null,
    value: payment?.amount ?? 0n,
    selector: main && number !== undefined ? selectorOf(main.program, number) : null,
    hasData: !payment,
  }
}

/**
 * The program or the mint that a transaction created. A mint counts only if the transaction minted
 * nothing of it.
 */
function createdBy(outer: readonly Instruction[], moved: readonly Move[]): Hex | null {
  for (const instruction of outer) {
    const { program, accounts } = instruction
    const number = numberOf(instruction)
    const mint =
      isTokenProgram(program) && creating.mints.some((mint) => mint === number)
        ? accounts[0]
        : undefined
    const deployed =
      program === programs.loader && number === creating.program.number
        ? accounts[creating.program.account]
        : undefined
    if (deployed) return deployed
    if (mint && !moved.some(({ token }) => token === mint)) return mint
  }
  return null
}

/**
 * For each token instruction that gives or revokes an allowance: which of its accounts is the
 * owner.
 */
// Approve, Revoke, ApproveChecked
const approvers: Readonly<Record<number, number>> = { 4: 2, 5: 1, 13: 3 }

function approverOf({ program, accounts, data }: Instruction): Hex | undefined {
  return isTokenProgram(program) ? accounts[approvers[data[0] ?? -1] ?? -1] : undefined
}

function isLureMemo({ program, data }: Instruction): boolean {
  return (
    (program === programs.memo || program === programs.firstMemo) &&
    isLure(data.toString('utf8', 0, longestMemo))
  )
}
