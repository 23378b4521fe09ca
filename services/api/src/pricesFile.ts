import * as v from 'valibot'
import { listOf, readJson, readShape } from '@latchkey/protocol/border'
import { isRecord } from '@latchkey/protocol/isObject'
import { createSharedCache } from '@latchkey/server/sharedCache'
import type { Prices, PricesAt } from './providers/prices.ts'

/** Milliseconds for which the file's content is cached. */
const lifetime = 5_000
const limits = { bytes: 64 * 1024 * 1024, depth: 4, values: 2_000_000 }
const never = new AbortController().signal

const price = v.pipe(v.number(), v.finite(), v.gtValue(0))
const past = v.object({
  at: v.pipe(
    v.string(),
    v.isoTimestamp(),
    v.transform((text) => Date.parse(text) / 1_000),
  ),
  price,
})
const ordered = v.pipe(
  listOf(past, limits.values),
  v.minLength(1),
  v.check(
    (list) => list.every(({ at }, index) => at > (list[index - 1]?.at ?? -Infinity)),
    'Expected ascending times',
  ),
)
const file = v.pipe(
  v.custom<Record<string, unknown>>(isRecord, 'Expected an object'),
  v.record(v.string(), v.union([price, ordered])),
)

/**
 * Reads prices from a file that a job of the operator writes: a JSON object whose keys are CAIP-10
 * ids of tokens. A value is the present price in US dollars, or a list of `{ "at", "price" }`,
 * where `at` is an ISO timestamp and the times ascend. The last entry of a list is the present
 * price. The price at a past time is that of the last entry that is not later; it is unknown if the
 * value is a single number.
 * @param readText reads the file
 * @param now a clock in milliseconds
 */
export function pricesFile(
  readText: () => Promise<string>,
  now: () => number,
): { prices: Prices; pricesAt: PricesAt } {
  const read = createSharedCache<v.InferOutput<typeof file>>({ lifetime, max: 1, now })
  const entryOf = async (token: string, signal: AbortSignal) => {
    const all = await read.get(
      '',
      async () => readShape(file, readJson(await readText(), limits)),
      signal,
    )
    return Object.hasOwn(all, token) ? all[token] : undefined
  }
  return {
    async prices(token, signal = never) {
      const entry = await entryOf(token, signal)
      return typeof entry === 'number' ? entry : entry?.at(-1)?.price
    },
    async pricesAt(token, at, signal = never) {
      const entry = await entryOf(token, signal)
      return typeof entry === 'number'
        ? undefined
        : entry?.findLast((point) => point.at <= at)?.price
    },
  }
}
