/** How the visitor lowers the limits of a session, and shortens it. */
import { formatUnits } from '@latchkey/protocol/formatUnits'
import { maxUint256, type SessionTerms } from '@latchkey/protocol/sessions/terms'
import { isEverything } from './describeSession.ts'

/** A limit that the visitor can lower. */
export type LimitName = 'amount' | 'rate' | 'max' | 'value' | 'uses' | 'end'

/** What the visitor has typed. A limit that is missing is as the site wants it. */
export type LimitTexts = { readonly [name in LimitName]?: string }

/** Why a text is no lower limit. */
export type LimitFault =
  | { kind: 'notNumber' | 'notFuture' }
  | { kind: 'tooFine'; count: number }
  | { kind: 'notLess'; amount: bigint }
  | { kind: 'notLater'; second: number }

/** `now`: the second, since 1970. `decimals`: those of the session's token, or of the currency. */
type Context = { decimals: number; now: number }

type Terms = Omit<SessionTerms, 'nonce'>

/** Reads and writes one limit. Its `value` is undefined where there is no limit. */
type Limit = {
  value: bigint | undefined
  decimals: number
  put: (terms: Terms, value: bigint) => Terms
}

/** The limits that the terms have, but for the end. */
function limitsOf(
  { what, maxUses }: Terms,
  decimals: number,
): readonly [Exclude<LimitName, 'end'>, Limit][] {
  const uses: [Exclude<LimitName, 'end'>, Limit] = [
    'uses',
    { value: maxUses, decimals: 0, put: (terms, value) => ({ ...terms, maxUses: value }) },
  ]
  switch (what.kind) {
    case 'allowance':
    case 'periodic': {
      const put: Limit['put'] = (terms, amount) => ({ ...terms, what: { ...what, amount } })
      return [['amount', { value: what.amount, decimals, put }], ...(maxUses ? [uses] : [])]
    }
    case 'stream':
      return [
        [
          'rate',
          {
            value: what.amountPerSecond,
            decimals,
            put: (terms, amountPerSecond) =>
              terms.what.kind === 'stream'
                ? { ...terms, what: { ...terms.what, amountPerSecond } }
                : terms,
          },
        ],
        [
          'max',
          {
            value: what.maxAmount === maxUint256 ? undefined : what.maxAmount,
            decimals,
            put: (terms, maxAmount) =>
              terms.what.kind === 'stream'
                ? { ...terms, what: withMax(terms.what, maxAmount) }
                : terms,
          },
        ],
        ...(maxUses ? [uses] : []),
      ]
    case 'calls':
      return [
        ...(what.maxValue > 0n
          ? [
              [
                'value',
                {
                  value: what.maxValue,
                  decimals,
                  put: (terms, maxValue) => ({ ...terms, what: { ...what, maxValue } }),
                },
              ] as [Exclude<LimitName, 'end'>, Limit],
            ]
          : []),
        uses,
      ]
  }
}

/** A stream can't begin with more than it gives in all. */
const withMax = <stream extends { initialAmount: bigint }>(stream: stream, maxAmount: bigint) => ({
  ...stream,
  maxAmount,
  initialAmount: stream.initialAmount < maxAmount ? stream.initialAmount : maxAmount,
})

/** The fields that the terms have, with their texts: empty where there is no limit. */
export function fieldsOf(
  terms: Terms,
  decimals: number,
): readonly { name: LimitName; text: string }[] {
  return [
    ...limitsOf(terms, decimals).map(([name, { value, decimals: own }]) => ({
      name,
      text: value === undefined || isEverything(value) ? '' : formatUnits(value, own),
    })),
    { name: 'end', text: localText(terms.expiry) },
  ]
}

/**
 * Applies what the visitor has typed. Each limit stays as the site wants it, or becomes lower; a
 * text with a fault changes nothing.
 */
export function adjustTerms(
  requested: Terms,
  texts: LimitTexts,
  { decimals, now }: Context,
): { terms: Terms; faults: { readonly [name in LimitName]?: LimitFault } } {
  let terms = requested
  const faults: { [name in LimitName]?: LimitFault } = {}
  const initial = new Map(fieldsOf(requested, decimals).map(({ name, text }) => [name, text]))
  for (const [name, limit] of limitsOf(requested, decimals)) {
    const text = texts[name]?.trim()
    if (text === undefined || text === initial.get(name)) continue
    const read = readLimit(text, limit)
    if (typeof read === 'bigint') terms = limit.put(terms, read)
    else faults[name] = read
  }
  const end = texts.end?.trim()
  if (end !== undefined && end !== initial.get('end')) {
    const read = readEnd(end, requested, now)
    if (typeof read === 'number') terms = { ...terms, expiry: read }
    else faults.end = read
  }
  return { terms, faults }
}

function readLimit(text: string, { value, decimals }: Limit): bigint | LimitFault {
  const parts = /^(\d{0,60})(?:[.,](\d*))?$/.exec(text)
  const [, whole = '', fraction = ''] = parts ?? []
  if (!parts || whole + fraction === '') return { kind: 'notNumber' }
  if (fraction.length > decimals)
    return decimals === 0 ? { kind: 'notNumber' } : { kind: 'tooFine', count: decimals }
  const amount = BigInt(whole + fraction.padEnd(decimals, '0'))
  if (amount === 0n) return { kind: 'notNumber' }
  if (value !== undefined && amount > value) return { kind: 'notLess', amount: value }
  return amount < maxUint256 ? amount : { kind: 'notNumber' }
}

function readEnd(text: string, { expiry, what }: Terms, now: number): number | LimitFault {
  const second = Math.floor(new Date(text).getTime() / 1_000)
  const start = what.kind === 'calls' ? now : Math.max(now, what.startTime)
  if (!Number.isSafeInteger(second) || second <= start) return { kind: 'notFuture' }
  return second > expiry ? { kind: 'notLater', second: expiry } : second
}

/** A second since 1970 as a field of the type `datetime-local` has it. */
function localText(second: number): string {
  const date = new Date(second * 1_000)
  const two = (value: number) => String(value).padStart(2, '0')
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-')
  const time = [date.getHours(), date.getMinutes(), ...(second % 60 ? [date.getSeconds()] : [])]
  return `${day}T${time.map(two).join(':')}`
}
