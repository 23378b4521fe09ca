import type { Address, Effect } from './Effect.ts'
import { known } from './knownCalls.ts'
import { readWords } from './readWords.ts'
import { wrappedCurrencies } from './wrappedCurrencies.ts'

/** Calls inside calls that are read. */
const maxDepth = 3

/** A call as the site asks for it. */
export type CallToDecode = {
  /** Absent: a contract is created. */
  to?: Address
  /** Hex with `0x`. */
  data: string
  /** The account that sends it. */
  from: Address
  /** The CAIP-2 network that it is sent on. */
  networkId: string
}

/**
 * What a call does. Nothing is called safe: data that is not that of a known function is `unknown`.
 * Contracts pass over bytes behind what they read, and read lists that stand in odd places: what
 * such a call does is told, and an unknown part beside it says that there is more.
 */
export function decodeCall({ to, data, from, networkId }: CallToDecode, depth = 0): Effect {
  const digits = data.slice(2).toLowerCase()
  if (to === undefined) return { kind: 'create', bytes: digits.length / 2 }
  if (digits === '') return { kind: 'plain', to }
  const unknown: Effect = {
    kind: 'unknown',
    to,
    selector: digits.slice(0, 8),
    bytes: digits.length / 2,
  }
  const call = known.get(digits.slice(0, 8))
  const read = call && depth < maxDepth ? readWords(digits.slice(8), call.types) : undefined
  if (!call || !read) return unknown
  const effect = call.effectOf(read.words, {
    to,
    from,
    isWrapped: wrappedCurrencies[networkId] === to,
    decode: (part) => decodeCall({ to, data: `0x${part}`, from, networkId }, depth + 1),
  })
  const length = digits.length - 8
  if (!effect || read.end === length) return effect ?? unknown
  // the value of a deposit is told as the call's
  return effect.kind === 'wrap'
    ? unknown
    : {
        kind: 'several',
        to,
        parts: [
          effect,
          { kind: 'unknown', to, selector: '', bytes: (length - (read.end ?? 0)) / 2 },
        ],
      }
}
