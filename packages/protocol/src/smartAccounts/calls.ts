/**
 * The calls of a smart account, as its function `execute(bytes32 mode, bytes executionCalldata)`
 * takes them. ERC-7579
 */
import { isHex, type Hex } from '../evmSignature/hex.ts'
import { createWordReader, type WordReader } from './wordReader.ts'
import { bytesWords, wordDigits, wordOf } from './words.ts'

/** One call of a smart account. `value` is in wei. */
export type AccountCall = { to: Hex; value: bigint; data: Hex }

/** The selector of `execute`. */
const executeSelector = 'e9ae5c53'

/**
 * The modes. The first byte says whether there is one call, or a list of calls; the second one that
 * the account reverts if a call reverts. So all calls have their effect, or none.
 */
export const executionModes = {
  single: `0x00${'0'.repeat(62)}`,
  batch: `0x01${'0'.repeat(62)}`,
} as const satisfies Record<string, Hex>

/** The most calls of a batch that {@link readCalls} reads. */
const maxCalls = 256

/**
 * Encodes calls as the call data of `execute`. One call takes the shorter form, any other number
 * the form of a batch.
 * @throws RangeError if a value does not fit in 256 bits
 */
export function encodeCalls(calls: readonly AccountCall[]): Hex {
  const [first] = calls
  return calls.length === 1 && first
    ? executeWords(executionModes.single, encodeSingle(first))
    : executeWords(executionModes.batch, encodeBatch(calls))
}

const executeWords = (mode: Hex, execution: Hex): Hex =>
  `0x${executeSelector}${mode.slice(2)}${wordOf(64)}${bytesWords(execution)}`

/** The bytes of a single call: address, value and data without anything between them. */
const encodeSingle = ({ to, value, data }: AccountCall): Hex =>
  `0x${to.slice(2).toLowerCase()}${wordOf(value)}${data.slice(2).toLowerCase()}`

/** The bytes of a batch: the ABI's `(address target, uint256 value, bytes callData)[]`. */
function encodeBatch(calls: readonly AccountCall[]): Hex {
  const tuples = calls.map(
    ({ to, value, data }) => wordOf(to) + wordOf(value) + wordOf(96) + bytesWords(data),
  )
  let place = calls.length * 32
  const places = tuples.map((tuple) => {
    const own = wordOf(place)
    place += tuple.length / 2
    return own
  })
  return `0x${wordOf(32)}${wordOf(calls.length)}${places.join('')}${tuples.join('')}`
}

/**
 * Reads the calls from the call data of an account. Undefined if it is anything else than what
 * {@link encodeCalls} writes, for example another function or mode, or the same calls spelled in
 * another way. So what was read is all that the account does.
 */
export function readCalls(callData: unknown): readonly AccountCall[] | undefined {
  if (!isHex(callData)) return undefined
  const digits = callData.slice(2).toLowerCase()
  if (!digits.startsWith(executeSelector)) return undefined
  const words = createWordReader(digits.slice(executeSelector.length))
  const mode: string = `0x${words.digits(0)}`
  const execution = words.bytes(64)
  if (execution === undefined) return undefined
  const calls = mode === executionModes.batch ? readBatch(execution) : readSingle(execution)
  return calls && encodeCallsAs(mode, calls) === `0x${digits}` ? calls : undefined
}

/** The call data for calls in a mode. Undefined for a mode that is not ours. */
function encodeCallsAs(mode: string, calls: readonly AccountCall[]): Hex | undefined {
  const [first] = calls
  if (mode === executionModes.batch) return executeWords(mode, encodeBatch(calls))
  return mode === executionModes.single && first
    ? executeWords(mode, encodeSingle(first))
    : undefined
}

function readSingle(execution: string): readonly AccountCall[] | undefined {
  if (execution.length < 40 + wordDigits) return undefined
  return [
    {
      to: `0x${execution.slice(0, 40)}`,
      value: BigInt(`0x${execution.slice(40, 40 + wordDigits)}`),
      data: `0x${execution.slice(40 + wordDigits)}`,
    },
  ]
}

function readBatch(execution: string): readonly AccountCall[] | undefined {
  const words = createWordReader(execution)
  const count = words.number(32)
  if (count === undefined || count > maxCalls) return undefined
  const calls: AccountCall[] = []
  for (let index = 0; index < count; index++) {
    const place = words.number(64 + 32 * index)
    const call = place === undefined ? undefined : readTuple(words, 64 + place)
    if (!call) return undefined
    calls.push(call)
  }
  return calls
}

function readTuple(words: WordReader, place: number): AccountCall | undefined {
  const [to, value, data] = [words.digits(place), words.digits(place + 32), words.bytes(place + 96)]
  if (to === undefined || value === undefined || data === undefined) return undefined
  return { to: `0x${to.slice(24)}`, value: BigInt(`0x${value}`), data: `0x${data}` }
}
