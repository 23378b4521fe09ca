import { formatUnits } from '@latchkey/protocol/formatUnits'
import type { SmartSession } from '../../../core/contracts/facets/smartSessions.ts'
import { formatExact } from '../../account/formatExact.ts'
import type { messages } from './messages.ts'

/** The unit of an amount. Undefined where it is not known. */
export type Unit = { symbol: string; decimals: number } | undefined
type Key = keyof typeof messages.texts
/** Fills a text in the visitor's language. */
export type Translate = (key: Key, values?: Record<string, string | number>) => string
type Limits = Pick<SmartSession, 'limit'>

/** Amounts of this size or more count as unlimited, because no token has so many units. */
const everything = 1n << 128n

/** An amount of a permission, with its unit. */
export function amountText(
  amount: bigint,
  unit: Unit,
  translate: Translate,
  locale: string,
): string {
  if (amount >= everything && unit) return translate('anyAmount', { name: unit.symbol })
  return unit
    ? `${formatExact(formatUnits(amount, unit.decimals), locale)} ${unit.symbol}`
    : translate('unknownToken', { amount: formatExact(String(amount), locale) })
}

/** Lengths of periods with a text of their own, in seconds. */
const periods: readonly (readonly [seconds: number, key: Key])[] = [
  [604_800, 'eachWeek'],
  [86_400, 'eachDay'],
  [3_600, 'eachHour'],
  [60, 'eachMinute'],
  [1, 'eachSecond'],
]

/** What a permission allows, in one sentence: `Up to 10 USDC each day`. */
export function sentenceOf(
  { limit }: Limits,
  unit: Unit,
  translate: Translate,
  locale: string,
): string {
  const amount = (value: bigint) => amountText(value, unit, translate, locale)
  switch (limit.kind) {
    case 'allowance':
      return translate('total', { amount: amount(limit.amount) })
    case 'periodic': {
      const [, key] = periods.find(([seconds]) => seconds === limit.period) ?? []
      return key
        ? translate(key, { amount: amount(limit.amount) })
        : translate('every', {
            amount: amount(limit.amount),
            period: periodText(limit.period, locale),
          })
    }
    case 'stream':
      return limit.initialAmount === 0n
        ? translate('stream', { amount: amount(limit.amountPerSecond) })
        : translate('streamFrom', {
            initial: amount(limit.initialAmount),
            amount: amount(limit.amountPerSecond),
          })
    case 'calls':
      return translate('calls')
  }
}

const units = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
] as const

/** A number of seconds in the largest unit that has no rest: `30 days`. */
function periodText(seconds: number, locale: string): string {
  const [size, unit] = units.find(([length]) => seconds % length === 0) ?? units[3]
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(
    seconds / size,
  )
}

/** A second since 1970 as date and time. */
export const timeText = (second: number, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(
    second * 1_000,
  )

/** Where a permission stands, in a few words. */
export function stateText(
  { state, expiry }: Pick<SmartSession, 'state' | 'expiry'>,
  translate: Translate,
  locale: string,
): string {
  return translate(state, { time: timeText(expiry, locale) })
}

/**
 * What of a permission was taken, and what can be taken now. In a period, of this period alone.
 * Undefined where it is not known.
 * @param now in seconds since 1970
 */
export function usageOf(
  { limit, available }: Pick<SmartSession, 'limit' | 'available'>,
  now: number,
): { taken: bigint; left: bigint; share: number } | undefined {
  if (limit.kind === 'calls' || available === undefined) return undefined
  const most = now < limit.startTime ? 0n : totalUntil(limit, now)
  if (available > most) return { taken: 0n, left: available, share: 0 }
  const share = most === 0n ? 0 : Number(((most - available) * 1_000n) / most) / 1_000
  return { taken: most - available, left: available, share }
}

/** The most that can be taken by a moment after the beginning. */
function totalUntil(limit: Exclude<SmartSession['limit'], { kind: 'calls' }>, now: number): bigint {
  if (limit.kind !== 'stream') return limit.amount
  const { startTime, initialAmount, amountPerSecond, maxAmount } = limit
  const sum = initialAmount + amountPerSecond * BigInt(now - startTime)
  return maxAmount !== undefined && maxAmount < sum ? maxAmount : sum
}
