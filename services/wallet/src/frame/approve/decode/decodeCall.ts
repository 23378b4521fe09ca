import type { Address, Effect } from './Effect.ts'
import { known } from './knownCalls.ts'
import { readWords } from './readWords.ts'
import { wrappedCurrencies } from './wrappedCurrencies.ts'

/** Maximum depth of calls inside calls. */
const maxDepth = 3

/** A call as the site requests it. */
export type CallToDecode = {
  /** Absent: a contract is created. */
  to?: Address
  /** Hex with `0x`. */
  data: string
  /** The sending account. */
  from: Address
  /** The CAIP-2 network of the call. */
  networkId: string
}

/**
 * Decodes the effect of a call. No call is classified as safe: data of an unknown function has the
 * effect `unknown`. Contracts ignore bytes after their arguments and accept lists at unusual
 * offsets. Such a call keeps its effect, and an `unknown` part beside it shows that there is more
 * data.
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
  // A deposit wraps the value of the whole call, so it cannot be shown as one of several parts.
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
