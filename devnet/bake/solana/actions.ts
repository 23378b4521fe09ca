import {
  createAssociatedTokenAccountIdempotentInstruction,
  createTransferCheckedInstruction,
  createTransferCheckedWithFeeInstruction,
  getAssociatedTokenAddressSync,
} from '@solana/spl-token'
import {
  ComputeBudgetProgram,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
} from '@solana/web3.js'
import { mintOf, planOf, programOf } from './mints.ts'
import { keysOf, type Person } from './people.ts'
import type { TokenSymbol } from './tokens.ts'
import type { World } from './world.ts'

/** An action on the chain. */
export type Action = (world: World) => void

/** Converts a decimal text to an amount in the smallest unit. */
function unitsOf(amount: string, decimals: number): bigint {
  const [whole = '', part = ''] = amount.split('.')
  return BigInt(`${whole}${part.padEnd(decimals, '0')}`)
}

const addressOf = (person: Person): PublicKey => keysOf(person).publicKey
const placeOf = (person: Person, symbol: TokenSymbol): PublicKey =>
  getAssociatedTokenAddressSync(mintOf(symbol), addressOf(person), false, programOf(planOf(symbol)))

/** The instruction that adds a memo to the transaction. */
function memo(text: string): TransactionInstruction {
  return new TransactionInstruction({
    programId: new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'),
    keys: [],
    data: Buffer.from(text),
  })
}

function solInstruction(from: Person, to: Person, sol: string): TransactionInstruction {
  return SystemProgram.transfer({
    fromPubkey: addressOf(from),
    toPubkey: addressOf(to),
    lamports: unitsOf(sol, 9),
  })
}

function tokenInstructions(
  from: Person,
  to: Person,
  symbol: TokenSymbol,
  amount: string,
  payer: Person = from,
): TransactionInstruction[] {
  const [plan, mint] = [planOf(symbol), mintOf(symbol)]
  const [program, units] = [programOf(plan), unitsOf(amount, plan.decimals)]
  const move = [placeOf(from, symbol), mint, placeOf(to, symbol), addressOf(from)] as const
  const fee = feeOf(units, plan)
  const transfer =
    fee > 0n
      ? createTransferCheckedWithFeeInstruction(...move, units, plan.decimals, fee, [], program)
      : createTransferCheckedInstruction(...move, units, plan.decimals, [], program)
  return [
    createAssociatedTokenAccountIdempotentInstruction(
      addressOf(payer),
      placeOf(to, symbol),
      addressOf(to),
      mint,
      program,
    ),
    transfer,
  ]
}

/** The fee that a token's program keeps from a transfer, rounded up. */
function feeOf(
  units: bigint,
  { feeBasisPoints = 0, maximumFee = 0n, decimals }: ReturnType<typeof planOf>,
): bigint {
  const fee = (units * BigInt(feeBasisPoints) + 9_999n) / 10_000n
  const max = maximumFee * 10n ** BigInt(decimals)
  return fee < max ? fee : max
}

/** Pays SOL, with an optional memo. */
export const pay =
  (from: Person, to: Person, sol: string, note?: string): Action =>
  (world) =>
    world.run(
      [solInstruction(from, to, sol), ...(note === undefined ? [] : [memo(note)])],
      [keysOf(from)],
    )

/** Sends a token; the sender pays for the recipient's token account. */
export const send =
  (from: Person, to: Person, symbol: TokenSymbol, amount: string, note?: string): Action =>
  (world) =>
    world.run(
      [...tokenInstructions(from, to, symbol, amount), ...(note === undefined ? [] : [memo(note)])],
      [keysOf(from)],
    )

/** Tries to pay more SOL than the sender has. */
export const payTooMuch =
  (from: Person, to: Person, sol: string): Action =>
  (world) =>
    world.run([solInstruction(from, to, sol)], [keysOf(from)], true)

/** Tries to send more of a token than the sender has. */
export const sendTooMuch =
  (from: Person, to: Person, symbol: TokenSymbol, amount: string): Action =>
  (world) =>
    world.run(tokenInstructions(from, to, symbol, amount), [keysOf(from)], true)

/**
 * Trades SOL for a token of the exchange. The transaction contains both transfers, and both parties
 * sign it.
 */
export const trade =
  (person: Person, sol: string, symbol: TokenSymbol, amount: string): Action =>
  (world) =>
    world.run(
      [
        ComputeBudgetProgram.setComputeUnitLimit({ units: 120_000 }),
        ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 25_000 }),
        solInstruction(person, 'exchange', sol),
        ...tokenInstructions('exchange', person, symbol, amount, person),
      ],
      [keysOf(person), keysOf('exchange')],
    )
