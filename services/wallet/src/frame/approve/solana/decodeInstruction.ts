import type { Instruction } from '../../rpc/solana/readTransaction.ts'
import { readBytes } from '../../rpc/solana/readBytes.ts'
import type { Reader } from '../../rpc/solana/readBytes.ts'
import type { Form, Forms } from './programs/Form.ts'
import { associatedSteps, lookupSteps, loaderSteps, voteSteps } from './programs/others.ts'
import { stakeSteps } from './programs/stake.ts'
import { systemSteps } from './programs/system.ts'
import { batchStep, token2022Steps, tokenSteps } from './programs/token.ts'
import { isTokenProgram, tokenPrograms } from './programs/tokenPrograms.ts'
import type { ReadStep, Step } from './Step.ts'

/** The program that limits and prices computation. */
export const budgetProgram = 'ComputeBudget111111111111111111111111111111'
/**
 * Programs that verify signatures. The first byte of their instructions is the number of
 * signatures.
 */
export const signaturePrograms: ReadonlySet<string> = new Set([
  'Ed25519SigVerify111111111111111111111111111',
  'KeccakSecp256k11111111111111111111111111111',
  'Secp256r1SigVerify1111111111111111111111111',
])

/**
 * How a program's instructions are read. Either a number in the first `bytes` bytes chooses the
 * form, or the program has only one form. `orNone`: the number may be missing, which means 0.
 */
type Program = { numbered: Forms; bytes: 1 | 4; orNone?: true } | { form: Form }

/**
 * The programs with known instructions. The instructions of all other programs are unknown.
 * Numbers, amounts and texts are read as the programs read them. Most programs accept more bytes
 * and accounts than they need. This decoder accepts the additional data as well, and reports it.
 */
const programs: Readonly<Record<string, Program>> = {
  '11111111111111111111111111111111': { numbered: systemSteps, bytes: 4 },
  [tokenPrograms.token]: { numbered: tokenSteps, bytes: 1 },
  [tokenPrograms.token2022]: { numbered: token2022Steps, bytes: 1 },
  Stake11111111111111111111111111111111111111: { numbered: stakeSteps, bytes: 4 },
  AddressLookupTab1e1111111111111111111111111: { numbered: lookupSteps, bytes: 4 },
  BPFLoaderUpgradeab1e11111111111111111111111: { numbered: loaderSteps, bytes: 4 },
  Vote111111111111111111111111111111111111111: { numbered: voteSteps, bytes: 4 },
  ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL: {
    numbered: associatedSteps,
    bytes: 1,
    orNone: true,
  },
  MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr: {
    form: { accounts: 0, optional: Infinity, read: readMemo },
  },
  Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo: {
    form: { accounts: 0, optional: Infinity, read: readMemo },
  },
  [budgetProgram]: { form: { accounts: 0, read: readBudget } },
  ...Object.fromEntries(
    [...signaturePrograms].map((program) => [program, { form: { accounts: 0, read: readChecks } }]),
  ),
}

/**
 * Decodes the steps of an instruction: usually one, several for a batch of the token program.
 * No instruction is classified as safe: bytes without a known beginning are `unknown`.
 */
export function decodeInstruction(instruction: Instruction): readonly ReadStep[] {
  const { program, accounts, data } = instruction
  const isBatch = isTokenProgram(program) && data[0] === batchStep
  const parts = isBatch ? partsOf(instruction) : undefined
  return parts ? parts.map(readStep) : [readStep({ program, accounts, data })]
}

function readStep({ program, accounts, data }: Instruction): ReadStep {
  const raw = { accounts, data }
  const known = Object.hasOwn(programs, program) ? programs[program] : undefined
  const read = known && stepOf(known, { program, accounts, data })
  return read
    ? { ...read, raw }
    : {
        step: { kind: 'unknown', program, bytes: data.length },
        extraBytes: 0,
        extraAccounts: [],
        raw,
      }
}

function stepOf(
  known: Program,
  { accounts, data }: Instruction,
): Omit<ReadStep, 'raw'> | undefined {
  const reader = readBytes(data)
  try {
    const form =
      'form' in known
        ? known.form
        : known.numbered[known.orNone && data.length === 0 ? 0 : Number(reader.number(known.bytes))]
    if (!form || accounts.length < form.accounts) return undefined
    const step: Step | undefined = form.read(
      reader,
      accounts.map(({ address }) => address),
    )
    const { optional = 0, optionalIs } = form
    const isOptional = optionalIs === undefined || accounts[form.accounts]?.address === optionalIs
    return (
      step && {
        step,
        extraBytes: reader.remaining(),
        extraAccounts: accounts.slice(form.accounts + (isOptional ? optional : 0)),
      }
    )
  } catch (error) {
    // too few bytes, or not text
    if (error instanceof RangeError || error instanceof TypeError) return undefined
    throw error
  }
}

/**
 * The instructions of a batch, each with its accounts; undefined where the bytes do not end exactly
 * after the last instruction. Source: p-token, `process_batch`
 */
function partsOf({ program, accounts, data }: Instruction): readonly Instruction[] | undefined {
  const reader = readBytes(data.slice(1))
  const parts: Instruction[] = []
  let taken = 0
  try {
    while (reader.remaining() > 0) {
      const [count, length] = [reader.byte(), reader.byte()]
      parts.push({
        program,
        accounts: accounts.slice(taken, taken + count),
        data: reader.bytes(length),
      })
      taken += count
    }
  } catch {
    return undefined // the bytes end inside an instruction
  }
  return parts.length > 0 && taken === accounts.length ? parts : undefined
}

function readMemo(reader: Reader): Step & { kind: 'memo' } {
  return {
    kind: 'memo',
    text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      reader.bytes(reader.remaining()),
    ),
  }
}

/**
 * Length of the argument of each budget instruction: heap, units, price, size of accounts.
 */
export const budgetBytes: Readonly<Record<number, number>> = { 1: 4, 2: 4, 3: 8, 4: 4 }

function readBudget(reader: Reader): (Step & { kind: 'budget' }) | undefined {
  const length = budgetBytes[reader.byte()]
  if (length === undefined) return undefined
  reader.number(length)
  return { kind: 'budget' }
}

function readChecks(reader: Reader): Step & { kind: 'checks' } {
  const count = reader.byte()
  reader.bytes(reader.remaining())
  return { kind: 'checks', count }
}
