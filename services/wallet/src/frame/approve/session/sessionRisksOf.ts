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
  const worst = worstCaseOf({ ...terms, nonce: 0n }, now)
  const isUnlimited = isEverything(worst) || isAllOf(terms, worst ?? 0n, token)
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

/** No network has so much of its currency, in wei. */
const allCoins = 10n ** 30n

/** Whether a limit is above all that there is, so that it limits nothing. */
function isAllOf({ what }: GrantRequest['terms'], worst: bigint, token: Token | undefined) {
  if (what.kind === 'calls' || what.token === undefined) return worst >= allCoins
  return token?.supply !== undefined && token.supply > 0n && worst >= token.supply
}
