import { numberToHex, type Hex } from 'viem'
import type { Address } from '../swapProvider.ts'
import type { Reading } from './runTogether.ts'
import { lastTick } from './tickMath.ts'
import { signedWordOf, wordOf } from './words.ts'
import type { ConcentratedPool } from './swapConcentrated.ts'
import type { ContractCall } from '../../chains/evm/nodes/encodeCalls.ts'

/**
 * The selectors of `slot0()`, `liquidity()`, `tickSpacing()`, `tickBitmap(int16)` and
 * `ticks(int24)`. They are written here, because a pool may have a thousand ticks, and viem's
 * general encoder would block other requests for too long.
 */
const selectors = {
  slot0: '0x3850c7bd',
  liquidity: '0x1a686502',
  spacing: '0xd0c93a7c',
  bitmap: '0x5339c296',
  ticks: '0xf30dba93',
} as const

/**
 * What was last read of a pool's ticks: which words of the bitmap, and which ticks are set in them.
 */
export type Window = { spacing: number; words: readonly number[]; ticks: readonly number[] }

/**
 * How many words of the bitmap are read on each side of the price, by tick spacing. With a smaller
 * spacing, a word covers a smaller range of prices.
 */
const reaches: readonly { spacing: number; words: number }[] = [
  { spacing: 60, words: 2 },
  { spacing: 10, words: 3 },
  { spacing: 1, words: 6 },
]
/** The widest tick spacing that the factory of Uniswap v3 allows. */
const maxSpacing = 16_383
/** Maximum of ticks that are read of one pool. */
const maxTicks = 1_000

/**
 * What was read of a pool of Uniswap v3: all but its tokens and its fee. `pool` is undefined if it
 * has more ticks than are read.
 */
export type ReadConcentrated = {
  pool: Omit<ConcentratedPool, 'token0' | 'token1' | 'fee'> | undefined
  window: Window
}

/**
 * Reads a pool of Uniswap v3: its price, and the ticks around it. The first step also reads the
 * ticks in `guess`; a further step is needed only if they have changed.
 * @param reach a multiple of the usual number of words around the price
 * @returns undefined if the pool has no price yet, or if its answers are invalid
 */
export function* readConcentrated(
  address: Address,
  guess: Window | undefined,
  reach: number,
): Reading<ReadConcentrated | undefined> {
  const call = (callData: Hex): ContractCall => ({ target: address, callData })
  const bitmap = (word: number) => call(callOf(selectors.bitmap, word))
  const tickOf = (tick: number) => call(callOf(selectors.ticks, tick))
  const [words, nets] = [new Map<number, bigint>(), new Map<number, bigint>()]
  const guessed = { words: guess?.words ?? [], ticks: guess?.ticks ?? [] }

  const [slot0, held, spaced, ...rest] = yield [
    call(selectors.slot0),
    call(selectors.liquidity),
    call(selectors.spacing),
    ...guessed.words.map(bitmap),
    ...guessed.ticks.map(tickOf),
  ]
  const [root, tick, liquidity, spacing] = [
    wordOf(slot0, 0),
    Number(signedWordOf(slot0, 1)),
    wordOf(held, 0),
    Number(wordOf(spaced, 0)),
  ]
  if (
    !root ||
    root >> 160n ||
    liquidity === undefined ||
    liquidity >> 128n ||
    !(spacing > 0 && spacing <= maxSpacing) ||
    !(Math.abs(tick) <= lastTick)
  )
    return undefined
  note(words, guessed.words, rest.slice(0, guessed.words.length), wordOf)
  note(nets, guessed.ticks, rest.slice(guessed.words.length), netOf)

  const needed = wordsAround(tick, spacing, reach)
  const unread = needed.filter((word) => !words.has(word))
  if (unread.length > 0) note(words, unread, yield unread.map(bitmap), wordOf)
  const ticks = needed.flatMap((word) => ticksIn(word, words.get(word) ?? 0n, spacing))
  const window = { spacing, words: needed, ticks: ticks.slice(0, maxTicks) }
  if (ticks.length > maxTicks) return { pool: undefined, window }
  const missing = ticks.filter((at) => !nets.has(at))
  if (missing.length > 0) note(nets, missing, yield missing.map(tickOf), netOf)
  const unit = 256 * spacing
  const known = [(needed[0] ?? 0) * unit, (needed.at(-1) ?? 0) * unit + 255 * spacing] as const
  const list = ticks.map((at) => ({ at, net: nets.get(at) ?? 0n }))
  return {
    window,
    pool: { kind: 'v3', address, spacing, root, tick, liquidity, ticks: list, known },
  }
}

/** The data of a call whose only argument is a signed whole number. */
function callOf(selector: Hex, value: number): Hex {
  return `${selector}${value < 0 ? numberToHex(value, { size: 32, signed: true }).slice(2) : value.toString(16).padStart(64, '0')}`
}

/** The change of liquidity at a tick; undefined if it does not fit into 128 bits. */
function netOf(answer: Hex | undefined): bigint | undefined {
  const net = signedWordOf(answer, 1)
  return net !== undefined && BigInt.asIntN(128, net) === net ? net : undefined
}

function note(
  into: Map<number, bigint>,
  keys: readonly number[],
  answers: readonly (Hex | undefined)[],
  read: (answer: Hex | undefined, index: number) => bigint | undefined,
): void {
  for (const [index, key] of keys.entries()) {
    const value = read(answers[index], 0)
    if (value !== undefined) into.set(key, value)
  }
}

function wordsAround(tick: number, spacing: number, reach: number): number[] {
  const usual = reaches.find((reach) => spacing >= reach.spacing)?.words ?? 6
  const word = Math.floor(Math.floor(tick / spacing) / 256)
  const [first, last] = [
    Math.floor(Math.ceil(-lastTick / spacing) / 256),
    Math.floor(Math.floor(lastTick / spacing) / 256),
  ]
  const [low, high] = [Math.max(word - usual * reach, first), Math.min(word + usual * reach, last)]
  return Array.from({ length: high - low + 1 }, (_, index) => low + index)
}

/** The ticks that are set in a word of the bitmap. */
function ticksIn(word: number, bits: bigint, spacing: number): number[] {
  if (bits === 0n) return []
  return Array.from({ length: 256 }, (_, bit) => bit)
    .filter((bit) => (bits >> BigInt(bit)) & 1n)
    .map((bit) => (word * 256 + bit) * spacing)
}
