import type { Instruction } from '../../rpc/solana/readTransaction.ts'
import { readBytes } from '../../rpc/solana/readBytes.ts'

/** What a step of a transaction does, as far as its bytes tell. Lamports, and smallest units of a token. Accounts in base58, undefined where a lookup table has them. */
export type Step =
  | { kind: 'transfer'; from: Account; to: Account; amount: bigint }
  /** `mint` null: the step names no token. `decimals`: undefined where it does not say. */
  | { kind: 'token'; mint: Account | null; from: Account; to: Account; amount: bigint; decimals: number | undefined }
  /** Somebody may take so much of a token account from now on. */
  | { kind: 'allow'; account: Account; spender: Account; amount: bigint; decimals: number | undefined }
  /** A token account, or a mint, gets another owner. */
  | { kind: 'authority'; account: Account }
  | { kind: 'close'; account: Account; to: Account }
  /** A token account is made for somebody. */
  | { kind: 'open'; owner: Account; mint: Account }
  | { kind: 'memo'; text: string }
  /** How much computation may be done, or cost; `priorityFeeOf` tells what it costs. */
  | { kind: 'budget' }
  /** The transaction can be sent at any time, not only within a minute. */
  | { kind: 'nonce'; account: Account }
  | { kind: 'unknown'; program: Account; bytes: number }
type Account = string | undefined

/** Programs of Solana whose steps are known. */
const programs = {
  system: '11111111111111111111111111111111',
  token: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  token2022: 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
  associated: 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
  memo: 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  budget: 'ComputeBudget111111111111111111111111111111',
} as const

/** What a step does. Nothing is called safe: bytes that are not exactly those of a known step are `unknown`. */
export function decodeInstruction({ program, accounts, data }: Instruction): Step {
  const unknown: Step = { kind: 'unknown', program, bytes: data.length }
  const third = accounts[2]
  try {
    if (program === programs.system) return systemStep(data, accounts) ?? unknown
    if (program === programs.token) return tokenStep(data, accounts) ?? unknown
    if (program === programs.token2022) return tokenStep(data, accounts) ?? feeStep(data, accounts) ?? unknown
    if (program === programs.associated) return data.length === 0 || (data.length === 1 && (data[0] ?? 2) < 2) ? { kind: 'open', owner: third, mint: accounts[3] } : unknown
    if (program === programs.memo) return { kind: 'memo', text: new TextDecoder('utf-8', { fatal: true }).decode(data) }
    if (program === programs.budget) return budgetLengths[data[0] ?? 0] === data.length ? { kind: 'budget' } : unknown
  } catch {
    return unknown // too few bytes, or no text
  }
  return unknown
}

/** Bytes of the steps of the budget's program, by their first byte: heap, units, price, size of accounts. */
const budgetLengths: Readonly<Record<number, number>> = { 1: 5, 2: 5, 3: 9, 4: 5 }
/** Units of computation that a step has by itself, and that a transaction has at the most. */
const units = { step: 200_000n, all: 1_400_000n }

/** Most lamports that a transaction pays to be preferred: units of computation at a price in millionths of a lamport. */
export function priorityFeeOf(instructions: readonly Instruction[]): bigint {
  const budget = instructions.filter(({ program }) => program === programs.budget)
  const valueOf = (code: number) => budget.filter(({ data }) => data[0] === code && budgetLengths[code] === data.length).map(({ data }) => readBytes(data.slice(1)).number(data.length - 1)).at(-1)
  const own = units.step * BigInt(instructions.length - budget.length)
  const limit = valueOf(2) ?? own
  const price = valueOf(3) ?? 0n
  return ((limit < units.all ? limit : units.all) * price + 999_999n) / 1_000_000n
}

function systemStep(data: Uint8Array<ArrayBuffer>, [from, to]: readonly Account[]): Step | undefined {
  const reader = readBytes(data)
  const code = reader.number(4)
  if (code === 4n && data.length === 4) return { kind: 'nonce', account: from }
  if (data.length !== 12 || code !== 2n) return undefined
  return { kind: 'transfer', from, to, amount: reader.number(8) }
}

function tokenStep(data: Uint8Array<ArrayBuffer>, accounts: readonly Account[]): Step | undefined {
  const reader = readBytes(data)
  const [first, second, third] = accounts
  switch (reader.byte()) {
    case 3:
      return data.length === 9 ? { kind: 'token', from: first, mint: null, to: second, amount: reader.number(8), decimals: undefined } : undefined
    case 4:
      return data.length === 9 ? { kind: 'allow', account: first, spender: second, amount: reader.number(8), decimals: undefined } : undefined
    case 6:
      return { kind: 'authority', account: first }
    case 9:
      return data.length === 1 ? { kind: 'close', account: first, to: second } : undefined
    case 12:
      return data.length === 10 ? { kind: 'token', from: first, mint: second, to: third, amount: reader.number(8), decimals: reader.byte() } : undefined
    case 13:
      return data.length === 10 ? { kind: 'allow', account: first, spender: third, amount: reader.number(8), decimals: reader.byte() } : undefined
    default:
      return undefined
  }
}

/** A transfer that names the fee which the token keeps of it. Token-2022, TransferCheckedWithFee */
function feeStep(data: Uint8Array<ArrayBuffer>, [from, mint, to]: readonly Account[]): Step | undefined {
  const reader = readBytes(data)
  return data.length === 19 && reader.byte() === 26 && reader.byte() === 1 ? { kind: 'token', from, mint, to, amount: reader.number(8), decimals: reader.byte() } : undefined
}
