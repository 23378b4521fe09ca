/** Tries to take more from a session than its terms say. */
import { delegationHash, type SignedDelegation } from '@latchkey/protocol/sessions/delegation'
import { enforcers } from '@latchkey/protocol/sessions/enforcers'
import type { SessionTerms } from '@latchkey/protocol/sessions/terms'
import type { AccountCall } from '@latchkey/protocol/smartAccounts/calls'
import { delegationManager } from '@latchkey/protocol/smartAccounts/contracts'
import { concat, encodeFunctionData, parseAbi, type Hex } from 'viem'
import { expect } from 'vitest'
import { people, type Attempt, type Form, type GeneratedTerms } from './generatedSessions.ts'
import { payment, transferData, wordsData } from './redeemData.ts'
import { sentOf } from './sentOf.ts'
import type { SessionChain } from './sessionChain.ts'
import { createSessionModel, type SessionModel } from './sessionModel.ts'
import { termsOf } from './termsOf.ts'

const periodAbi = parseAbi([
  'function getAvailableAmount(bytes32 hash, address manager, bytes terms) view returns (uint256 amount, bool isNew, uint256 period)',
])

/** How many attempts the chain has executed, and how many it has refused. */
export type Outcomes = { taken: number; refused: number }

type Session = {
  chain: SessionChain
  terms: SessionTerms
  session: SignedDelegation
  model: SessionModel
}

/**
 * Grants a session, and makes attempts one after the other. Each has to end as the terms say, and
 * all together take no more than the worst case.
 */
export async function tryAttempts(
  chain: SessionChain,
  generated: GeneratedTerms,
  attempts: readonly Attempt[],
  nonce: bigint,
): Promise<Outcomes> {
  const granted = await chain.now()
  const terms = termsOf(chain, generated, { granted, nonce })
  const session = await chain.grant(terms)
  const model = createSessionModel(terms, granted)
  const outcomes = { taken: 0, refused: 0 }
  for (const attempt of attempts) {
    const time = Math.max((await chain.now()) + 1, timeOf(terms, attempt))
    const isTaken = await make({ chain, terms, session, model }, attempt, {
      time,
      isValid: generated.nonceAhead === 0n,
    })
    outcomes[isTaken ? 'taken' : 'refused']++
    if (model.worst !== undefined) expect(model.total()).toBeLessThanOrEqual(model.worst)
  }
  return outcomes
}

/** The second of an attempt, at an edge of the terms. */
function timeOf({ what, expiry }: SessionTerms, { when, which }: Attempt): number {
  const start = what.kind === 'calls' ? 0 : what.startTime
  const period = what.kind === 'periodic' ? what.period : 3
  const edge = start + (which % 4) * period
  const times = {
    next: 0,
    start,
    'before start': start - 1,
    'last of period': edge + period - 1,
    period: edge,
    last: expiry - 1,
    end: expiry,
    later: expiry + 1 + (which % 100),
  }
  return times[when]
}

/** Makes one attempt. @returns whether the chain has executed it */
async function make(
  one: Session,
  attempt: Attempt,
  { time, isValid }: { time: number; isValid: boolean },
): Promise<boolean> {
  const { chain, model, terms } = one
  const { ann, tokens } = chain
  await checkAvailable(one, time)
  const call = callOf(one, attempt, time)
  const times = attempt.form === 'twice at once' ? 2 : 1
  const sent = await sentOf(one, attempt, call)
  // what the account itself could not do, no session can
  const works = await chain.call({ ...call, from: ann.address }, time)
  const isExpected =
    isValid &&
    works !== undefined &&
    isAllowedForm(terms, attempt.form) &&
    repeats(one, call, time, times)
  const watched = [undefined, ...Object.values(tokens)]
  const before = await Promise.all(watched.map(chain.heldOf))
  expect((await chain.call(sent, time)) !== undefined, attempt.form).toBe(isExpected)
  expect(await chain.send(sent, time), attempt.form).toBe(isExpected)
  const after = await Promise.all(watched.map(chain.heldOf))
  if (!isExpected) {
    expect(after, attempt.form).toEqual(before)
    return false
  }
  const allowed = model.left(time)
  for (let count = 0; count < times; count++) model.note(call, time)
  if (terms.what.kind === 'calls') return true
  const place = watched.indexOf(terms.what.token)
  for (const [index, amount] of before.entries()) {
    const took = amount - (after[index] ?? 0n)
    // nothing but the session's own token, and no more of it than was left
    expect(took).toBeLessThanOrEqual(index === place ? allowed : 0n)
  }
  return true
}

/** Whether the terms allow a call so many times at once. */
function repeats({ model }: Session, call: AccountCall, time: number, times: number): boolean {
  const copy = model.copy()
  for (let count = 0; count < times; count++) {
    if (!copy.isAllowed(call, time)) return false
    copy.note(call, time)
  }
  return true
}

/** The enforcers of periods report the amount that is left, before and after the first use. */
async function checkAvailable({ chain, session, terms, model }: Session, time: number) {
  const { what } = terms
  if (what.kind === 'calls' || what.kind === 'stream' || time >= terms.expiry) return
  const enforcer = enforcers[what.token ? 'tokenPeriod' : 'nativePeriod']
  const caveat = session.caveats.find((each) => each.enforcer === enforcer.toLowerCase())
  const data = encodeFunctionData({
    abi: periodAbi,
    functionName: 'getAvailableAmount',
    args: [delegationHash(session), delegationManager, caveat?.terms ?? '0x'],
  })
  const answer = await chain.call({ from: chain.stranger.address, to: enforcer, data }, time)
  expect(BigInt(answer?.slice(0, 66) ?? -1)).toBe(model.left(time))
}

/** The call of an attempt. */
function callOf(
  { chain: { tokens, ann }, model, terms: { what } }: Session,
  { amount, shape, recipient, target, selector, words, value, fits, which }: Attempt,
  time: number,
): AccountCall {
  if (what.kind === 'calls') {
    const most = { none: 0n, most: what.maxValue, more: what.maxValue + 1n }[value]
    const to = target === 'manager' ? delegationManager : tokens[target]
    if (!fits)
      return { to, value: most, data: selector === '0x' ? '0x' : wordsData(selector, words) }
    const values = [0, 1].map(
      (place) => what.fixed.find(({ index }) => index === place)?.value ?? words[place] ?? one,
    )
    return {
      to: what.targets[which % what.targets.length] ?? to,
      value: most,
      data: wordsData(what.selectors[which % what.selectors.length] ?? '0x', values),
    }
  }
  const left = model.left(time)
  const sum = { all: left, more: left + 1n, one: 1n, none: 0n, half: left / 2n }[amount]
  const to = people[recipient] ?? ann.address
  const good = payment(what.token, to, sum)
  const dirty: Hex = `0x${good.data.slice(2, 33)}1${good.data.slice(34)}`
  switch (shape) {
    case 'payment':
      return good
    case 'other token':
      return payment(what.token === tokens.usdc ? tokens.weth : tokens.usdc, to, sum)
    case 'other function':
      return { ...good, data: `0x095ea7b3${transferData(to, sum).slice(10)}` }
    case 'longer':
      return { ...good, data: concat([good.data, '0x00']) }
    case 'shorter':
      return { ...good, data: good.data.length > 2 ? (good.data.slice(0, -2) as Hex) : '0x00' } // whole bytes
    case 'with value':
      return { ...good, value: good.value + 1n }
    case 'with data':
      return { ...good, data: good.data === '0x' ? '0xd0e30db0' : good.data }
    case 'dirty recipient':
      return good.data === '0x' ? good : { ...good, data: dirty }
  }
}

const one: Hex = `0x${'1'.padStart(64, '0')}`

/** Whether a form is one in which the terms count. All others have to be refused. */
export function isAllowedForm({ redeemers }: SessionTerms, form: Form): boolean {
  const always: readonly Form[] = [
    'as granted',
    'twice at once',
    'with arguments for the enforcers',
    'based on itself',
  ]
  if (form === 'passed on to the second account') return redeemers.length > 1
  return always.includes(form)
}
