/**
 * The terms of a session in words, for the screen that grants it and for lists. Each number in a
 * text is one that the contracts enforce.
 */
import { availableAt, worstCaseOf } from '@latchkey/protocol/sessions/exposure'
import { maxUint256, type SessionTerms, type Spending } from '@latchkey/protocol/sessions/terms'
import { fill } from '../../ui/fill.ts'
import type { Network } from '../../wallet/network.ts'
import { formatAmount } from '../formatAmount.ts'
import { amountOf, nameOf, type EffectWords } from '../transaction/amountOf.ts'
import type { Token } from '../transaction/loadTokens.ts'
import type { messages } from './messages.ts'

/** The texts of permissions, in the visitor's language. */
export type SessionWords = (typeof messages)['texts']

/** The context of a description. */
export type DescribeSession = {
  words: SessionWords
  /** The texts of amounts. */
  amounts: EffectWords
  /** The language tag for times. */
  locale: string
  currency: Network['currency']
  /** The token of the spending, as its contract describes it. */
  token: Token | undefined
  /** @default the browser's zone */
  timeZone?: string
}

type Terms = Omit<SessionTerms, 'nonce'>

/** Amounts of this size or more count as unlimited, because no token has so many units. */
const everything = 1n << 128n

/** Whether an amount is no limit. */
export const isEverything = (amount: bigint | undefined): boolean =>
  amount === undefined || amount >= everything

/** An amount of a session's token, or of the network's currency, with its unit. */
export function unitsOf(
  amount: bigint,
  { what }: Pick<Terms, 'what'>,
  { amounts, words, currency, token }: DescribeSession,
): string {
  const isToken = what.kind !== 'calls' && what.token !== undefined
  if (isEverything(amount))
    return fill(words.anyAmount, { name: unitNameOf({ what }, { currency, token, amounts }) })
  return isToken
    ? amountOf(amount, token?.isCollection ? { ...token, isCollection: false } : token, amounts)
    : `${formatAmount(amount, currency.decimals)} ${currency.symbol}`
}

/**
 * The decimals of what a session spends, of the network's currency without a contract; undefined if
 * the contract does not say what its token is.
 */
export function decimalsOf(
  contract: string | undefined,
  { currency, token }: Pick<DescribeSession, 'currency' | 'token'>,
): number | undefined {
  if (contract === undefined) return currency.decimals
  return token?.symbol === undefined || token.isCollection ? undefined : token.decimals
}

/** The name of what a session spends. */
const unitNameOf = (
  { what }: Pick<Terms, 'what'>,
  { currency, token, amounts }: Pick<DescribeSession, 'currency' | 'token' | 'amounts'>,
): string => (what.kind !== 'calls' && what.token ? nameOf(token, amounts) : currency.symbol)

/** Units of time, the longest first, in seconds. */
const units = [
  [604_800, 'week', 'eachWeek'],
  [86_400, 'day', 'eachDay'],
  [3_600, 'hour', 'eachHour'],
  [60, 'minute', 'eachMinute'],
  [1, 'second', 'eachSecond'],
] as const

/** A length of time, such as `2 days`. */
const lengthOf = (count: number, unit: string, locale: string): string =>
  new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count)

/** What a session allows, in one sentence: `Up to 10 USDC each day`. */
export function sentenceOf(terms: Terms, options: DescribeSession): string {
  const { what } = terms
  const { words, locale } = options
  const amount = (value: bigint) => unitsOf(value, terms, options)
  const isAll =
    what.kind === 'stream'
      ? isEverything(what.amountPerSecond)
      : what.kind !== 'calls' && isEverything(what.amount)
  if (isAll) return fill(words.everything, { name: unitNameOf(terms, options) })
  switch (what.kind) {
    case 'allowance':
      return fill(words.total, { amount: amount(what.amount) })
    case 'periodic': {
      const [seconds, unit, key] = units.find(([size]) => what.period % size === 0) ?? units[4]
      const count = what.period / seconds
      return count === 1
        ? fill(words[key], { amount: amount(what.amount) })
        : fill(words.every, { amount: amount(what.amount), period: lengthOf(count, unit, locale) })
    }
    case 'stream':
      return what.initialAmount === 0n
        ? fill(words.stream, { amount: amount(what.amountPerSecond) })
        : fill(words.streamFrom, {
            initial: amount(what.initialAmount),
            amount: amount(what.amountPerSecond),
          })
    case 'calls':
      return words.calls
  }
}

/** What belongs to the sentence: further limits, each in a sentence. */
export function notesOf(terms: Terms, options: DescribeSession): readonly string[] {
  const { what } = terms
  const { words } = options
  if (what.kind === 'periodic') return [words.lapses]
  if (what.kind !== 'stream') return []
  const amount = (value: bigint) => unitsOf(value, terms, options)
  const day = what.amountPerSecond * 86_400n
  return [
    fill(words.streamDay, { amount: amount(day > maxUint256 ? maxUint256 : day) }),
    ...(what.maxAmount < maxUint256
      ? [fill(words.streamMax, { amount: amount(what.maxAmount) })]
      : []),
  ]
}

/** How often a session can be used. */
export const usesOf = ({ maxUses }: Terms, { words }: DescribeSession): string =>
  maxUses === undefined || maxUses > BigInt(Number.MAX_SAFE_INTEGER)
    ? words.anyUses
    : fill(words.maxUses, { count: Number(maxUses) })

/**
 * The most that a session can take until its end. `isUnlimited`: nothing limits it. `isSome`: it is
 * a limit above 0, of this `amount`.
 */
export function worstOf(
  terms: Terms,
  now: number,
  options: DescribeSession,
): { text: string; isUnlimited: boolean; isSome: boolean; amount: bigint } {
  const worst = worstCaseOf({ ...terms, nonce: 0n }, now)
  if (worst === undefined || isEverything(worst))
    return { text: options.words.noLimit, isUnlimited: true, isSome: false, amount: 0n }
  return {
    text: worst === 0n ? options.words.none : unitsOf(worst, terms, options),
    isUnlimited: false,
    isSome: worst > 0n,
    amount: worst,
  }
}

/**
 * What a stream that began in the past lets the site take at once. Undefined if it began just now,
 * or begins later.
 */
export function atOnceOf(what: Spending, now: number): bigint | undefined {
  if (what.kind !== 'stream' || what.startTime > now - recent) return undefined
  return availableAt(what, now)
}

/** Seconds for which a beginning counts as now. */
export const recent = 120

/** A second since 1970 as date and time, in the visitor's zone; to the second if it needs it. */
export function timeOf(
  second: number,
  { locale, timeZone }: Pick<DescribeSession, 'locale' | 'timeZone'>,
): string {
  return new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    timeStyle: second % 60 === 0 ? 'short' : 'medium',
    ...(timeZone !== undefined && { timeZone }),
  }).format(second * 1_000)
}
