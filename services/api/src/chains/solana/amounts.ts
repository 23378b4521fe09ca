import * as v from 'valibot'

/** The largest amount of a coin or a token. */
const max = 2n ** 64n - 1n

/**
 * Lamports in a node's answer. A number beyond the precision of a double is read as bigint
 * (`wideIntegers`).
 */
export const lamports = v.pipe(
  v.union([v.pipe(v.number(), v.safeInteger()), v.bigint()]),
  v.transform((amount) => BigInt(amount)),
  v.minValue(0n),
  v.maxValue(max),
)

/** An amount of a token in its smallest unit, and the token's decimals. Source: `UiTokenAmount` */
export const tokenAmount = v.object({
  amount: v.pipe(
    v.string(),
    v.regex(/^\d{1,20}$/),
    v.transform((text) => BigInt(text)),
    v.maxValue(max),
  ),
  decimals: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(255)),
})
