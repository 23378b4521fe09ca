/** How much a session can take, as the enforcers count. */
import { maxUint256, type SessionTerms, type Spending } from './terms.ts'

/**
 * The most that a session can take from a moment until its end, if nothing of it was used before.
 * In base units of `what.token`, or of the native currency. For calls it is the native currency
 * alone: what else they take is not limited by the session. Undefined without a limit.
 * @param now the second, since 1970
 */
export function worstCaseOf(
  { what, maxUses, expiry }: SessionTerms,
  now: number,
): bigint | undefined {
  if (what.kind === 'calls') {
    if (what.maxValue === 0n) return 0n
    return maxUses === undefined ? undefined : what.maxValue * maxUses
  }
  const lastSecond = expiry - 1
  if (maxUses === 0n || lastSecond < Math.max(now, what.startTime)) return 0n
  if (what.kind === 'allowance') return what.amount
  if (what.kind === 'stream') return streamed(what, lastSecond)
  const periodOf = (second: number) => Math.floor((second - what.startTime) / what.period)
  const periods = BigInt(periodOf(lastSecond) - periodOf(Math.max(now, what.startTime)) + 1)
  const used = maxUses === undefined || periods < maxUses ? periods : maxUses
  const most = what.amount * used
  return most > maxUint256 ? maxUint256 : most
}

/**
 * What a session can take at once in a second, if nothing of it was used before. In base units.
 * @param second since 1970
 */
export function availableAt(what: Spending, second: number): bigint {
  if (second < what.startTime) return 0n
  if (what.kind !== 'stream') return what.amount
  return flowed(what, second) > maxUint256 ? 0n : streamed(what, second)
}

type Stream = Extract<Spending, { kind: 'stream' }>

/** What has flowed until a second. More than a word is refused by the enforcer. */
const flowed = ({ initialAmount, amountPerSecond, startTime }: Stream, second: number): bigint =>
  initialAmount + amountPerSecond * BigInt(Math.max(0, second - startTime))

/** The sum of a stream until a second. The enforcer refuses a max below the initial amount. */
function streamed(stream: Stream, second: number): bigint {
  if (stream.maxAmount < stream.initialAmount) return 0n
  const sum = flowed(stream, second)
  return sum < stream.maxAmount ? sum : stream.maxAmount
}
