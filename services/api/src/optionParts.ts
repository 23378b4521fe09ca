/** Parts of the options that all kinds of chains share. */
import * as v from 'valibot'
import { readUrl } from '@latchkey/protocol/readUrl'
import { isHost } from '@latchkey/server/isHost'

/** A name that people see. */
export const label = v.pipe(v.string(), v.nonEmpty(), v.maxLength(64))
/** The number of decimals of a coin or token. */
export const decimals = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(36))
/** The address of a server. */
export const httpUrl = v.pipe(
  v.string(),
  v.check(isHttpUrl, 'Expected an http or https URL without a user name'),
)

/** A host, with or without a port. */
export const host = v.pipe(v.string(), v.check(isHost, 'Expected host or host:port'))

/** A whole number from 0. */
export const wholeNumber = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
/** A number above 0. */
export const positive = v.pipe(v.number(), v.finite(), v.gtValue(0))

/** A token in the operator's list. `address` is the token's key. */
export type ListedToken = {
  address: `0x${string}`
  name: string
  symbol: string
  decimals: number
}

/** The options that every chain has. Each kind of chain adds its own. */
export const chainParts = {
  name: label,
  nativeCurrency: v.strictObject({ name: label, symbol: label, decimals }),
  /** The addresses of the chain's nodes, tried in this order. */
  rpcUrls: v.pipe(v.array(httpUrl), v.minLength(1)),
  /** Full names of RPC methods that clients may call in addition to the usual ones. */
  extraMethods: v.optional(v.array(label), []),
  /**
   * Turns the index of the chain on, in `database`. `startBlock`: the first block (on chains with
   * slots, its slot). `pollEvery`: milliseconds between two polls. Undefined: the chain is not
   * indexed.
   */
  index: v.optional(
    v.strictObject({
      startBlock: v.optional(wholeNumber, 0),
      pollEvery: v.optional(positive, 1_000),
      /**
       * Number of blocks after which a block is final. If a node's chain differs below a final
       * block, there is an alarm.
       */
      finality: v.optional(v.pipe(wholeNumber, v.minValue(1)), 128),
      /** Seconds by which the time of a block may be ahead of this machine's clock. */
      timeTolerance: v.optional(wholeNumber, 86_400),
    }),
  ),
} as const

function isHttpUrl(text: string): boolean {
  const url = readUrl(text)
  return (
    url !== undefined &&
    /^https?:$/.test(url.protocol) &&
    url.username === '' &&
    url.password === ''
  )
}
