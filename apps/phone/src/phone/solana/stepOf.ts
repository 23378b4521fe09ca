/**
 * An account of a step, base58. Undefined for an account in a lookup table, which the phone does
 * not read.
 */
type Place = string | undefined

/**
 * The effect of one instruction of a transaction, read from its bytes. Amounts are in lamports, or
 * in smallest units of tokens.
 */
export type Step =
  | { kind: 'pay'; to: string; lamports: bigint }
  /** `fee`: the token's own fee, deducted from the amount, where the step names it. */
  | { kind: 'token'; mint: string; to: string; amount: bigint; decimals: number; fee?: bigint }
  | { kind: 'open'; account: string; owner: string; mint: string }
  | { kind: 'memo'; text: string }
  /** A compute limit or a compute price. */
  | { kind: 'budget' }
  | { kind: 'unknown'; program: Place; bytes: number }

type Instruction = { program: Place; accounts: readonly Place[]; data: Uint8Array }

/** Reads a step. Bytes that are not exactly those of a known step are `unknown`. */
export function stepOf(instruction: Instruction): Step {
  const { program, accounts, data } = instruction
  const read = program === undefined ? undefined : readers[program]
  const isWhole = accounts.every((account) => account !== undefined)
  return (
    (isWhole && read?.(data, accounts as readonly string[] /* just checked */)) || {
      kind: 'unknown',
      program,
      bytes: data.length,
    }
  )
}

type Read = (data: Uint8Array, accounts: readonly string[]) => Step | undefined

const readers: Readonly<Record<string, Read>> = {
  '11111111111111111111111111111111': readPayment,
  TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA: readToken,
  TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb: readToken,
  ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL: readOpening,
  MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr: readMemo,
  Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo: readMemo,
  ComputeBudget111111111111111111111111111111: (data) =>
    budgetLengths[data[0] ?? 0] === data.length ? { kind: 'budget' } : undefined,
}

/**
 * Lengths in bytes of the compute budget's instructions, by their first byte: heap, units, price,
 * size of accounts.
 */
const budgetLengths: Readonly<Record<number, number>> = { 1: 5, 2: 5, 3: 9, 4: 5 }

/** System program, transfer. */
function readPayment(data: Uint8Array, [, to]: readonly string[]): Step | undefined {
  const isPayment = data.length === 12 && numberAt(data, 0, 4) === 2n
  return isPayment && to ? { kind: 'pay', to, lamports: numberAt(data, 4, 8) } : undefined
}

/** Token program and Token-2022: TransferChecked; Token-2022 alone: TransferCheckedWithFee. */
function readToken(data: Uint8Array, [, mint, to]: readonly string[]): Step | undefined {
  const withFee = data[0] === 26 && data[1] === 1 && data.length === 19
  const start = withFee ? 2 : 1
  if (!mint || !to || (!withFee && (data[0] !== 12 || data.length !== 10))) return undefined
  const step = {
    kind: 'token',
    mint,
    to,
    amount: numberAt(data, start, 8),
    decimals: data[start + 8] ?? 0,
  } as const
  return withFee ? { ...step, fee: numberAt(data, 11, 8) } : step
}

/** Associated token program: Create and CreateIdempotent. */
function readOpening(
  data: Uint8Array,
  [, account, owner, mint]: readonly string[],
): Step | undefined {
  const isOpening = data.length === 0 || (data.length === 1 && (data[0] ?? 2) < 2)
  return isOpening && account && owner && mint ? { kind: 'open', account, owner, mint } : undefined
}

function readMemo(data: Uint8Array): Step | undefined {
  try {
    return { kind: 'memo', text: new TextDecoder('utf-8', { fatal: true }).decode(data) }
  } catch {
    return undefined // the bytes are not text
  }
}

/** A little-endian whole number of `length` bytes. */
function numberAt(data: Uint8Array, start: number, length: number): bigint {
  return data.slice(start, start + length).reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n)
}
