import { kitError } from '../../../core/errors/errors.ts'
import { partOf } from '../../../core/requests/readParts.ts'

/** Sentences of wallets, which have no codes for them. Source: the polkadot-js extension */
const meanings = [
  [/pending authorization request|duplicate request/i, 'resourceUnavailable'],
  [/not allowed to interact|has not been enabled|no authori[sz]ed accounts/i, 'unauthorized'],
] as const

/**
 * The error of a connection that a wallet did not permit. Errors that mean something else are
 * returned as they are.
 */
export function toEnableError(error: unknown): unknown {
  const message = typeof error === 'string' ? error : partOf(error, 'message')
  if (typeof message !== 'string') return error
  const text = message.slice(0, 500)
  const meaning = meanings.find(([pattern]) => pattern.test(text))?.[1]
  return meaning ? kitError(meaning, { cause: error }) : error
}
