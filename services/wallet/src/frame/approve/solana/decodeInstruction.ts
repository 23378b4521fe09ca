import type { Instruction } from '../../rpc/solana/readTransaction.ts'
import { readBytes } from '../../rpc/solana/readBytes.ts'

/** What a step of a transaction does, as far as its bytes tell. Lamports, and smallest units of a token. Accounts in base58, undefined where a lookup table has them. */
export type Step =
  | { kind: 'transfer'; from: Account; to: Account; amount: bigint }
  /** `decimals`: undefined where the transaction does not say. */
  | { kind: 'token'; mint: Account; from: Account; to: Account; amount: bigint; decimals: number | undefined }
  /** Somebody may take so much of a token account from now on. */
  | { kind: 'allow'; account: Account; spender: Account; amount: bigint; decimals: number | undefined }
  /** A token account, or a mint, gets another owner. */
  | { kind: 'authority'; account: Account }
  | { kind: 'close'; account: Account; to: Account }
  /** A token account is made for somebody. */
  | { kind: 'open'; owner: Account; mint: Account }
  | { kind: 'memo'; text: string }
  /** How much computation may cost. */
  | { kind: 'budget' }
  | { kind: 'unknown'; program: Account; bytes: number }
type Account = string | undefined

/** Programs of Solana whose steps are known. */
const programs = {
  system: '11111111111111111111111111111111',
  token: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  associated: 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
  memo: 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  budget: 'ComputeBudget111111111111111111111111111111',
} as const

/** What a step does. Nothing is called safe: bytes that are not exactly those of a known step are `unknown`. */
export function decodeInstruction({ program, accounts, data }: Instruction): Step {
  const unknown: Step = { kind: 'unknown', program, bytes: data.length }
  const [first, second, third] = accounts
  try {
    if (program === programs.system) return systemStep(data, accounts) ?? unknown
    if (program === programs.token) return tokenStep(data, accounts) ?? unknown
    if (program === programs.associated) return data.length === 0 || (data.length === 1 && (data[0] ?? 2) < 2) ? { kind: 'open', owner: third, mint: accounts[3] } : unknown
    if (program === programs.memo) return { kind: 'memo', text: new TextDecoder('utf-8', { fatal: true }).decode(data) }
    if (program === programs.budget && first === undefined && second === undefined) return { kind: 'budget' }
  } catch {
    return unknown // too few bytes, or no text
  }
  return unknown
}

function systemStep(data: Uint8Array<ArrayBuffer>, [from, to]: readonly Account[]): Step | undefined {
  const reader = readBytes(data)
  if (data.length !== 12 || reader.number(4) !== 2n) return undefined
  return { kind: 'transfer', from, to, amount: reader.number(8) }
}

function tokenStep(data: Uint8Array<ArrayBuffer>, accounts: readonly Account[]): Step | undefined {
  const reader = readBytes(data)
  const [first, second, third] = accounts
  switch (reader.byte()) {
    case 3:
      return data.length === 9 ? { kind: 'token', from: first, mint: undefined, to: second, amount: reader.number(8), decimals: undefined } : undefined
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
