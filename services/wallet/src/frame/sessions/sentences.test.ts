/**
 * Reads the numbers from the sentences of the screen, as a visitor does, and compares them with
 * what the contracts let a site take at each edge.
 */
import type { Hex } from '@latchkey/protocol/evmSignature/hex'
import { maxUint256, type SessionTerms, type Spending } from '@latchkey/protocol/sessions/terms'
import fc from 'fast-check'
import { parseUnits, toHex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDevnet } from '../../../../../devnet/src/startDevnet.ts'
import type { Devnet } from '../../../../../devnet/src/startDevnet.ts'
import {
  notesOf,
  sentenceOf,
  timeOf,
  usesOf,
  worstOf,
  type DescribeSession,
} from '../approve/session/describeSession.ts'
import { messages } from '../approve/session/messages.ts'
import { messages as amounts } from '../approve/transaction/messages.ts'
import type { ExecutionPermission } from './requestExecutionPermissions.ts'
import { startGranting } from './testing/startGranting.ts'

let devnet: Devnet
beforeAll(async () => {
  devnet = await startDevnet({ ports: 'free' })
})
afterAll(() => devnet.close())

type Terms = Omit<SessionTerms, 'nonce'>

const shop = '0x00000000000000000000000000000000000a11ce'
const other = '0x0000000000000000000000000000000000000b0b'
const seconds = { second: 1, minute: 60, hour: 3_600, day: 86_400, week: 604_800 }

/** Starts an account that grants whatever terms a test wants, and reads their sentences. */
async function start() {
  const granting = await startGranting(devnet, { ether: '1000' })
  const { client, usd, key, ask, redeem, payment } = granting
  /** Grants the terms. The request itself does not matter, but each is another one. */
  async function grant(terms: Terms): Promise<Hex> {
    granting.granting.decide = () => ({ terms })
    const [granted] = await ask<readonly ExecutionPermission[]>(
      'wallet_requestExecutionPermissions',
      [
        {
          chainId: '0x7a69',
          to: key.address,
          permission: {
            type: 'native-token-allowance',
            data: { allowanceAmount: toHex((requests += 1)) },
          },
          rules: [{ type: 'expiry', data: { timestamp: terms.expiry } }],
        },
      ],
    )
    return granted?.context ?? '0x'
  }
  let requests = 0
  /** Takes an amount in a block of this second. */
  async function take(
    context: Hex,
    { what }: Terms,
    { amount, second, to = shop }: { amount: bigint; second: number; to?: Hex },
  ): Promise<boolean> {
    await client.setNextBlockTimestamp({ timestamp: BigInt(second) })
    const hasToken = what.kind !== 'calls' && what.token
    return redeem(context, hasToken ? payment(to, amount) : { to, value: amount })
  }
  /** Runs a test and turns the chain back. */
  async function apart<result>(run: () => Promise<result>): Promise<result> {
    const id = await client.snapshot()
    try {
      return await run()
    } finally {
      await client.revert({ id })
    }
  }
  return { ...granting, grant, take, apart, usd }
}

/** The sentences of terms in English, without marks of direction. */
function say(terms: Terms, now: number) {
  const hasToken = terms.what.kind !== 'calls' && terms.what.token !== undefined
  const options: DescribeSession = {
    words: messages.texts,
    amounts: amounts.texts,
    locale: 'en-u-nu-latn',
    timeZone: 'UTC',
    currency: { symbol: 'ETH', decimals: 18 },
    token: { symbol: 'USDC', decimals: 6, isCollection: false, isContract: true },
  }
  const plain = (text: string) => text.replaceAll(/[\u2068\u2069]/g, '').replaceAll('\u202f', ' ')
  const unit = hasToken ? 'USDC' : 'ETH'
  /** An amount as the text has it. */
  const amountIn = (text: string) => {
    const [amount = '', symbol] = text.split(' ')
    expect(symbol).toBe(unit)
    return parseUnits(amount.replaceAll(',', ''), hasToken ? 6 : 18)
  }
  return {
    sentence: plain(sentenceOf(terms, options)),
    notes: notesOf(terms, options).map(plain),
    uses: plain(usesOf(terms, options)),
    worst: plain(worstOf(terms, now, options).text),
    end: Date.parse(`${plain(timeOf(terms.expiry, options))} UTC`) / 1_000,
    amountIn,
  }
}

/** The parts of a text that a pattern has. */
function partsOf(text: string, pattern: RegExp): readonly string[] {
  const [, ...parts] = pattern.exec(text) ?? []
  expect(text).toMatch(pattern)
  return parts
}

const amount = fc.bigInt(1n, 20_000_000n)
const hasToken = fc.boolean()
const runs = { numRuns: 4 }

test('each sentence has the amount and the period of the terms, whatever they are', () => {
  fc.assert(
    fc.property(
      fc.bigInt(1n, 1n << 120n),
      fc.oneof(
        fc.constantFrom(...Object.values(seconds)),
        fc
          .tuple(fc.constantFrom(...Object.values(seconds)), fc.nat(500))
          .map(([a, b]) => a * (b + 1)),
        fc.integer({ min: 1, max: 315_360_000 }),
      ),
      hasToken,
      (value, period, isToken) => {
        const what = { kind: 'periodic', amount: value, period, startTime: 1 } as const
        const terms: Terms = {
          what: { ...what, ...(isToken && { token: shop }) },
          expiry: 2_000_000_000,
          redeemers: [other],
        }
        const { sentence, amountIn } = say(terms, 1_900_000_000)
        const [text = '', number = '1', unit] = partsOf(
          sentence,
          /^Up to ([\d.,]+ \w+) (?:each|every)(?: ([\d,]+))? (second|minute|hour|day|week)s?$/,
        )
        expect(amountIn(text)).toBe(value)
        const length = seconds[unit as keyof typeof seconds] // by the pattern
        expect(Number(number.replaceAll(',', '')) * length).toBe(period)
      },
    ),
    { numRuns: 500 },
  )
})

test('“up to … each …”: the amount, to the unit, once in each period that the sentence names, until the end', async () => {
  const { grant, take, apart, now, usd, key } = await start()
  await fc.assert(
    fc.asyncProperty(
      amount,
      hasToken,
      fc.constantFrom(1, 60, 90, 3_600, 5_400, 86_400, 172_800, 604_800),
      fc.integer({ min: 0, max: 1_000 }),
      fc.integer({ min: 2, max: 4 }),
      fc.integer({ min: 1, max: 59 }),
      async (value, isToken, period, early, count, rest) => {
        await apart(async () => {
          const begin = (await now()) + 30
          const startTime = begin - (early % period)
          const terms: Terms = {
            what: {
              kind: 'periodic',
              amount: value,
              period,
              startTime,
              ...(isToken && { token: usd }),
            },
            expiry: Math.max(startTime + count * period + rest, begin + 60),
            redeemers: [key.address],
          }
          const context = await grant(terms)
          const { sentence, end, amountIn, worst } = say(terms, begin)
          const [text = '', number = '1', unit] = partsOf(
            sentence,
            /^Up to ([\d.,]+ \w+) (?:each|every)(?: (\d+))? (second|minute|hour|day|week)s?$/,
          )
          const said = amountIn(text)
          const every = Number(number) * seconds[unit as keyof typeof seconds] // by the pattern
          expect(end).toBe(terms.expiry)
          const begins = startTime + every * Math.ceil((begin - startTime) / every)
          expect(await take(context, terms, { amount: said + 1n, second: begins })).toBe(false)
          if (every > 6) {
            expect(await take(context, terms, { amount: said, second: begins + 1 })).toBe(true)
            const last = begins + every - 1
            expect(await take(context, terms, { amount: 1n, second: last })).toBe(false)
            expect(await take(context, terms, { amount: said, second: last + 1 })).toBe(true)
          }
          // the worst case: each period from now on, the last one to its last second
          const periods =
            Math.floor((end - 1 - startTime) / every) - Math.floor((begin - startTime) / every) + 1
          expect(amountIn(worst)).toBe(said * BigInt(periods))
          if (end - 1 <= begins + every) return
          const lapsed = await apart(() => take(context, terms, { amount: said, second: end }))
          expect(lapsed).toBe(false)
          const isNew =
            Math.floor((end - 1 - startTime) / every) >
            Math.floor((begins + every - startTime) / every)
          if (isNew)
            expect(await take(context, terms, { amount: said, second: end - 1 })).toBe(true)
        })
      },
    ),
    runs,
  )
}, 60_000)

test('“up to … in all”: in parts or at once, not sooner, not more, and as often as it says', async () => {
  const { grant, take, apart, now, usd, key } = await start()
  await fc.assert(
    fc.asyncProperty(
      fc.bigInt(10n, 20_000_000n),
      hasToken,
      fc.integer({ min: 2, max: 3 }),
      fc.integer({ min: 61, max: 100_000 }),
      async (value, isToken, uses, lasts) => {
        await apart(async () => {
          const startTime = (await now()) + 60
          const terms: Terms = {
            what: {
              kind: 'allowance',
              amount: value,
              startTime,
              ...(isToken && { token: usd }),
            },
            payees: [shop],
            maxUses: BigInt(uses),
            expiry: startTime + lasts,
            redeemers: [key.address],
          }
          const context = await grant(terms)
          const { sentence, worst, uses: often, end, amountIn } = say(terms, startTime)
          const [text = ''] = partsOf(sentence, /^Up to ([\d.,]+ \w+) in all$/)
          const [times = ''] = partsOf(often, /^At most (\d+)$/)
          expect(amountIn(worst)).toBe(amountIn(text))
          const said = amountIn(text)
          const at = (amountNow: bigint, second: number, to: Hex = shop) =>
            take(context, terms, { amount: amountNow, second, to })
          expect(await at(1n, startTime - 1)).toBe(false)
          expect(await at(said + 1n, startTime)).toBe(false)
          expect(await at(1n, startTime + 1, other)).toBe(false)
          expect(await apart(() => at(said, startTime + 2))).toBe(true)
          for (let use = 0; use < Number(times); use++)
            expect(await at(1n, startTime + 2 + use)).toBe(true)
          expect(await at(1n, startTime + 10)).toBe(false)
          expect(await apart(() => at(1n, end))).toBe(false)
        })
      },
    ),
    runs,
  )
}, 60_000)

test('“… at once, and … more each second”: exactly that much is there in each second, up to the sum that is said', async () => {
  const { grant, take, apart, now, usd, key } = await start()
  await fc.assert(
    fc.asyncProperty(
      fc.bigInt(0n, 1_000_000n),
      fc.bigInt(1n, 1_000n),
      fc.option(fc.bigInt(1n, 100_000n), { nil: undefined }),
      hasToken,
      fc.integer({ min: 0, max: 300 }),
      fc.integer({ min: 100, max: 2_000 }),
      async (initialAmount, amountPerSecond, more, isToken, early, lasts) => {
        await apart(async () => {
          const begin = (await now()) + 30
          const startTime = begin - early
          const what: Spending = {
            kind: 'stream',
            initialAmount,
            amountPerSecond,
            maxAmount: more === undefined ? maxUint256 : initialAmount + more,
            startTime,
            ...(isToken && { token: usd }),
          }
          const terms: Terms = { what, expiry: begin + lasts, redeemers: [key.address] }
          const context = await grant(terms)
          const { sentence, notes, worst, end, amountIn } = say(terms, begin)
          const [first, rate = ''] = partsOf(
            sentence,
            /^(?:([\d.,]+ \w+) at once, and )?([\d.,]+ \w+) more each second$/,
          )
          const [day = ''] = partsOf(notes[0] ?? '', /^That is up to ([\d.,]+ \w+) in a day\.$/)
          expect(amountIn(day)).toBe(amountIn(rate) * 86_400n)
          const max = notes[1] && partsOf(notes[1], /^Never more than ([\d.,]+ \w+) in all\.$/)[0]
          const grown =
            (first ? amountIn(first) : 0n) + amountIn(rate) * BigInt(begin + 50 - startTime)
          const there = max && amountIn(max) < grown ? amountIn(max) : grown
          const at = (amountNow: bigint, second: number) =>
            take(context, terms, { amount: amountNow, second })
          expect(await apart(() => at(there + 1n, begin + 50))).toBe(false)
          expect(await apart(() => at(there, begin + 50))).toBe(true)
          expect(await apart(() => at(amountIn(worst), end - 1))).toBe(true)
          expect(await apart(() => at(amountIn(worst) + 1n, end - 1))).toBe(false)
          expect(await at(1n, end)).toBe(false)
        })
      },
    ),
    runs,
  )
}, 60_000)
