import type { Address, Effect } from './Effect.ts'
import { known } from './knownCalls.ts'
import { readWords } from './readWords.ts'
import { wrappedCurrencies } from './wrappedCurrencies.ts'

/** Calls inside calls that are read. */
const mostDepth = 3

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

/** What a call does. Nothing is called safe: data that is not exactly that of a known function is `unknown`. */
export function decodeCall({ to, data, from, networkId }: CallToDecode, depth = 0): Effect {
  const digits = data.slice(2).toLowerCase()
  if (to === undefined) return { kind: 'create', bytes: digits.length / 2 }
  if (digits === '') return { kind: 'plain', to }
  const unknown: Effect = { kind: 'unknown', to, selector: digits.slice(0, 8), bytes: digits.length / 2 }
  const call = known.get(digits.slice(0, 8))
  const words = call && depth < mostDepth ? readWords(digits.slice(8), call.types) : undefined
  if (!call || !words) return unknown
  return call.effectOf(words, { to, from, isWrapped: wrappedCurrencies[networkId] === to, decode: (part) => decodeCall({ to, data: `0x${part}`, from, networkId }, depth + 1) }) ?? unknown
}
