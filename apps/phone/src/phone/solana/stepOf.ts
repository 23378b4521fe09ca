/**
 * An account in an instruction, in base58. It is undefined for an account in a lookup table, which
 * the phone does not read.
 */
type Place = string | undefined

/**
 * What one instruction of a transaction does, read from its bytes. Amounts are in lamports, or in
 * the token's smallest unit.
 */
export type Step =
  | { kind: 'pay'; to: string; lamports: bigint }
  /**
   * `fee`: the token's own fee, which is deducted from the amount, if the instruction contains it.
   */
  | { kind: 'token'; mint: string; to: string; amount: bigint; decimals: number; fee?: bigint }
  | { kind: 'open'; account: string; owner: string; mint: string }
  | { kind: 'memo'; text: string }
  /** Sets a limit or a price for the computation. */
  | { kind: 'budget' }
  | { kind: 'unknown'; program: Place; bytes: number }

type Instruction = { program: Place; accounts: readonly Place[]; data: Uint8Array }

/**
 * Reads an instruction. If its bytes are not exactly those of a known instruction, it is `unknown`.
 */
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
 * The lengths of the compute budget's instructions in bytes, by their first byte: heap, units,
 * price, size of accounts.
 */
const budgetLengths: Readonly<Record<number, number>> = { 1: 5, 2: 5, 3: 9, 4: 5 }

/** Reads a transfer of the System program. */
function readPayment(data: Uint8Array, [, to]: readonly string[]): Step | undefined {
  const isPayment = data.length === 12 && numberAt(data, 0, 4) === 2n
  return isPayment && to ? { kind: 'pay', to, lamports: numberAt(data, 4, 8) } : undefined
}

/**
 * Reads TransferChecked (Token program and Token-2022) or TransferCheckedWithFee (only Token-2022).
 */
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

/** Reads Create or CreateIdempotent of the Associated Token program. */
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

/** Reads a little-endian whole number of `length` bytes. */
function numberAt(data: Uint8Array, start: number, length: number): bigint {
  return data.slice(start, start + length).reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n)
}
