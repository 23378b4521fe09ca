import { worstCaseOf } from '@latchkey/protocol/sessions/exposure'
import type { GrantRequest } from '../../sessions/GrantRequest.ts'
import type { Token } from '../transaction/loadTokens.ts'
import { isEverything, recent } from './describeSession.ts'

/** What the screen warns of. */
export type SessionRisks = {
  /** The session can take everything that the account has of a token, or of the currency. */
  isUnlimited: boolean
  /** The token's contract does not say what its units are. */
  isUnknownToken: boolean
  isFuture: boolean
  /** Whether the visitor has to tick a box. */
  isRisky: boolean
}

/** Recognises what is dangerous in the terms of a session. */
export function sessionRisksOf(
  terms: GrantRequest['terms'],
  { now, token }: { now: number; token: Token | undefined },
): SessionRisks {
  const { what } = terms
  const isCalls = what.kind === 'calls'
  const isUnlimited = isEverything(worstCaseOf({ ...terms, nonce: 0n }, now))
  const isUnknownToken =
    !isCalls &&
    what.token !== undefined &&
    (token?.decimals === undefined || token.symbol === undefined || token.isCollection)
  return {
    isUnlimited,
    isUnknownToken,
    isFuture: !isCalls && what.startTime > now + recent,
    // what a contract does cannot be told
    isRisky: isUnlimited || isUnknownToken || isCalls,
  }
}
