/** What holds for all sessions on a chain, for a quick test and for a thorough one. */
import { worstCaseOf } from '@latchkey/protocol/sessions/exposure'
import type { SessionTerms, Spending } from '@latchkey/protocol/sessions/terms'
import fc from 'fast-check'
import { zeroAddress } from 'viem'
import { expect } from 'vitest'
import { attempt, generatedTerms, people } from './generatedSessions.ts'
import { payment } from './redeemData.ts'
import { usage, type SessionChain } from './sessionChain.ts'
import { createSessionModel } from './sessionModel.ts'
import { termsOf } from './termsOf.ts'
import { tryAttempts, type Outcomes } from './tryAttempts.ts'

/** Attempts of everybody, in every form, end as the terms say. @returns how many ended how */
export async function expectOnlyTerms(
  chain: SessionChain,
  { numRuns }: { numRuns: number },
): Promise<Outcomes> {
  const nonce = await chain.readNonce()
  const outcomes: Outcomes = { taken: 0, refused: 0 }
  await fc.assert(
    fc.asyncProperty(
      generatedTerms,
      fc.array(attempt, { minLength: 8, maxLength: 16 }),
      async (terms, attempts) => {
        const { taken, refused } = await tryAttempts(chain, terms, attempts, nonce)
        outcomes.taken += taken
        outcomes.refused += refused
      },
    ),
    { numRuns, endOnFailure: true },
  )
  return outcomes
}

/**
 * A site that takes all it can, in each period in turns at the first or the last second, gets the
 * worst case. One unit more, one second earlier or later, is refused.
 * @returns how many payments the site got
 */
export async function expectExactEdges(
  chain: SessionChain,
  { numRuns }: { numRuns: number },
): Promise<number> {
  const nonce = await chain.readNonce()
  let payments = 0
  await fc.assert(
    fc.asyncProperty(generatedTerms, fc.boolean(), async (generated, isLate) => {
      const granted = await chain.now()
      const terms = termsOf(chain, { ...generated, nonceAhead: 0n }, { granted, nonce })
      const { what } = terms
      // many short periods would take long
      const isShort = what.kind === 'periodic' && generated.end / what.period > 20
      fc.pre(what.kind !== 'calls' && !isShort)
      if (what.kind === 'calls') return // is never reached, which the compiler does not know
      payments += await takeAll(chain, { ...terms, what }, isLate)
    }),
    { numRuns, endOnFailure: true },
  )
  return payments
}

/**
 * Takes all that a session gives until its end.
 * @param isLate whether the first period is used in its last second
 * @returns how many payments there were
 */
export async function takeAll(
  chain: SessionChain,
  terms: SessionTerms & { what: Spending },
  isLate: boolean,
): Promise<number> {
  const { what, expiry, payees } = terms
  const session = await chain.grant(terms)
  const next = (await chain.now()) + 1
  const model = createSessionModel(terms, next)
  const to = payees?.[0] ?? people[2] ?? zeroAddress
  const before = await chain.heldOf(what.token)
  let payments = 0
  const would = async (amount: bigint, time: number) => {
    const one = payment(what.token, to, amount)
    return (await chain.call(usage(session, one), time)) !== undefined
  }
  for (const time of secondsOf(terms, next, isLate)) {
    const left = model.left(time)
    const good = payment(what.token, to, left)
    const isAllowed = model.isAllowed(good, time)
    expect(await would(left + 1n, time), 'one unit more').toBe(false)
    expect(await would(left, time)).toBe(isAllowed)
    expect(await chain.use(session, good, time)).toBe(isAllowed)
    if (isAllowed) {
      model.note(good, time)
      payments++
    }
    expect(await would(1n, what.startTime - 1), 'before the start').toBe(false)
    expect(await would(0n, expiry), 'after the end').toBe(false)
  }
  const taken = before - (await chain.heldOf(what.token))
  expect(taken).toBe(worstCaseOf(terms, next) ?? -1n)
  expect(taken).toBe(model.total())
  return payments
}

/** The seconds at which a site takes what it can: the first or last one of each period. */
function secondsOf(
  { what, expiry }: SessionTerms & { what: Spending },
  next: number,
  isLate: boolean,
): readonly number[] {
  const first = Math.max(next, what.startTime)
  if (what.kind !== 'periodic')
    return first < expiry ? [isLate || what.kind === 'stream' ? expiry - 1 : first] : []
  const seconds: number[] = []
  for (let begin = first; begin < expiry; ) {
    const end = begin + what.period - ((begin - what.startTime) % what.period)
    const isLast = isLate !== (seconds.length % 2 === 1)
    seconds.push(isLast ? Math.min(end, expiry) - 1 : begin)
    begin = end
  }
  return seconds
}
