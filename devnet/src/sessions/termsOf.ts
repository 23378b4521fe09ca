import type { SessionTerms } from '@latchkey/protocol/sessions/terms'
import type { GeneratedTerms } from './generatedSessions.ts'
import type { SessionChain } from './sessionChain.ts'

/** Puts addresses and times into generated terms. */
export function termsOf(
  { tokens, redeemer, second }: SessionChain,
  { what, payees, maxUses, end, isShared, nonceAhead }: GeneratedTerms,
  { granted, nonce }: { granted: number; nonce: bigint },
): SessionTerms {
  const rules = {
    ...(maxUses !== undefined && { maxUses }),
    expiry: granted + end,
    redeemers: [redeemer.address, ...(isShared ? [second.address] : [])],
    nonce: nonce + nonceAhead,
  }
  if (what.kind === 'calls') {
    const targets = what.targets.map((name) => tokens[name])
    return { ...rules, what: { ...what, targets } }
  }
  const { token: name, start, ...kind } = what
  const token = name === 'native' ? {} : { token: tokens[name] }
  const recipients = name === 'native' ? payees : payees.slice(0, 1)
  return {
    ...rules,
    what: { ...kind, ...token, startTime: granted + start },
    ...(recipients.length > 0 && { payees: recipients }),
  }
}
