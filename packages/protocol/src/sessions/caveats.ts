/**
 * The terms of a session as caveats of a delegation, in the form that MetaMask's wallet writes, too
 * (`@metamask/7715-permission-types`). ERC-7710
 */
import { digitsOf, isHex, type Hex } from '../evmSignature/hex.ts'
import { wordDigits, wordOf } from '../smartAccounts/words.ts'
import { enforcers, type EnforcerName } from './enforcers.ts'
import { maxUint256, type Calls, type SessionTerms, type Spending } from './terms.ts'

/** A condition of a delegation. `args` come from who redeems it, so they are empty in a grant. */
export type Caveat = { enforcer: Hex; terms: Hex; args: Hex }

/** The place of the recipient in the call data of ERC-20's `transfer`: behind the selector. */
const recipientByte = 4

/**
 * Writes the terms of a session.
 * @throws RangeError if a number does not fit, or if no caveat expresses the terms
 */
export function writeCaveats({ what, payees, maxUses, ...rules }: SessionTerms): Caveat[] {
  const isCalls = what.kind === 'calls'
  if (payees && isCalls) throw new RangeError('payees of calls')
  // to the enforcer, 0 means that there is no end
  if (rules.expiry < 1) throw new RangeError('no end')
  return [
    ...(isCalls ? callCaveats(what) : spendingCaveats(what)),
    ...(payees && !isCalls ? payeeCaveats(what, payees) : []),
    ...(maxUses === undefined ? [] : [caveat('limitedCalls', wordOf(maxUses))]),
    caveat('timestamp', digitsOf(0, 16) + digitsOf(rules.expiry, 16)),
    ...(rules.redeemers.length > 0 ? [caveat('redeemer', addressDigits(rules.redeemers))] : []),
    caveat('nonce', wordOf(rules.nonce)),
  ]
}

const caveat = (name: EnforcerName, digits: string): Caveat => ({
  enforcer: enforcers[name].toLowerCase() as Hex, // in lower case it is still an address
  terms: `0x${digits}`,
  args: '0x',
})

const addressDigits = (addresses: readonly Hex[]): string =>
  addresses.map((address) => address.slice(2).toLowerCase()).join('')

function spendingCaveats(spending: Spending): Caveat[] {
  const { token, startTime } = spending
  const isStream = spending.kind === 'stream'
  const numbers = isStream
    ? [spending.initialAmount, spending.maxAmount, spending.amountPerSecond]
    : [spending.amount, spending.kind === 'periodic' ? spending.period : maxUint256]
  const words = [...numbers, startTime].map(wordOf).join('')
  return token
    ? [
        caveat(isStream ? 'tokenStream' : 'tokenPeriod', addressDigits([token]) + words),
        caveat('valueLte', wordOf(0)),
      ]
    : [caveat(isStream ? 'nativeStream' : 'nativePeriod', words), caveat('exactCalldata', '')]
}

function payeeCaveats({ token }: Spending, payees: readonly Hex[]): Caveat[] {
  const [payee, second] = payees
  if (!payee) throw new RangeError('no payee')
  if (!token) return [caveat('allowedTargets', addressDigits(payees))]
  if (second) throw new RangeError('several payees of a token')
  return [caveat('allowedCalldata', wordOf(recipientByte) + wordOf(payee))]
}

function callCaveats({ targets, selectors, maxValue, fixed }: Calls): Caveat[] {
  if (targets.length === 0 || selectors.length === 0) throw new RangeError('no call')
  return [
    caveat('allowedTargets', addressDigits(targets)),
    caveat('allowedMethods', selectors.map((selector) => selector.slice(2).toLowerCase()).join('')),
    caveat('valueLte', wordOf(maxValue)),
    ...fixed.map(({ index, value }) =>
      caveat('allowedCalldata', wordOf(4 + 32 * index) + wordOf(value)),
    ),
  ]
}

/**
 * Reads the terms from caveats, in any order. Undefined for any other caveats than
 * {@link writeCaveats} writes. So what was read is all that counts. Without a caveat about who may
 * redeem, `redeemers` is empty: then the delegate may pass the session on to anybody.
 */
export function readCaveats(caveats: readonly Caveat[]): SessionTerms | undefined {
  const terms = parse(caveats)
  if (!terms) return undefined
  try {
    return isSame(writeCaveats(terms), caveats) ? terms : undefined
  } catch {
    return undefined
  }
}

/** Whether two lists have the same caveats, in any order. */
function isSame(written: readonly Caveat[], read: readonly Caveat[]): boolean {
  const textOf = ({ enforcer, terms, args }: Caveat) => `${enforcer} ${terms} ${args}`.toLowerCase()
  const [own, other] = [written.map(textOf).sort(), read.map(textOf).sort()]
  return own.length === other.length && own.every((text, index) => text === other[index])
}

function parse(caveats: readonly Caveat[]): SessionTerms | undefined {
  const all = (name: EnforcerName): string[] =>
    caveats
      .filter(({ enforcer }) => enforcer.toLowerCase() === enforcers[name].toLowerCase())
      .map(({ terms }) => terms.slice(2).toLowerCase())
  const [times, nonce, uses] = [all('timestamp')[0], all('nonce')[0], all('limitedCalls')[0]]
  const expiry = times === undefined ? undefined : safe(`0x${times.slice(32)}`)
  const what = parseSpending(all) ?? parseCalls(all)
  if (nonce === undefined || expiry === undefined || !what) return undefined
  const payees = what.kind === 'calls' ? [] : parsePayees(what, all)
  const maxUses = uses === undefined ? undefined : big(uses)
  return {
    what,
    ...(payees.length > 0 && { payees }),
    ...(maxUses !== undefined && { maxUses }),
    expiry,
    redeemers: addressesOf(all('redeemer')[0]),
    nonce: big(nonce) ?? 0n,
  }
}

type Terms = (name: EnforcerName) => readonly string[]

function parseSpending(all: Terms): Spending | undefined {
  for (const [name, kind, hasToken] of [
    ['nativePeriod', 'periodic', false],
    ['nativeStream', 'stream', false],
    ['tokenPeriod', 'periodic', true],
    ['tokenStream', 'stream', true],
  ] as const) {
    const [digits] = all(name)
    if (digits === undefined) continue
    const [address] = hasToken ? addressesOf(digits.slice(0, 40)) : []
    const words = wordsOf(digits.slice(hasToken ? 40 : 0))
    const startTime = safe(words?.at(-1))
    const [first, second, third] = words ?? []
    if (first === undefined || second === undefined || startTime === undefined) return undefined
    const common = { ...(address && { token: address }), startTime }
    if (kind === 'stream')
      return third === undefined
        ? undefined
        : {
            ...common,
            kind,
            initialAmount: first,
            maxAmount: second,
            amountPerSecond: third,
          }
    if (second === maxUint256) return { ...common, kind: 'allowance', amount: first }
    const period = safe(second)
    return period === undefined ? undefined : { ...common, kind, amount: first, period }
  }
  return undefined
}

function parseCalls(all: Terms): Calls | undefined {
  const [methods, value] = [all('allowedMethods')[0], all('valueLte')[0]]
  if (methods === undefined || value === undefined) return undefined
  const fixed = all('allowedCalldata').map((digits) => ({
    index: ((safe(`0x${digits.slice(0, wordDigits)}`) ?? 0) - 4) / 32,
    value: `0x${digits.slice(wordDigits)}` as const,
  }))
  return {
    kind: 'calls',
    targets: addressesOf(all('allowedTargets')[0]),
    selectors: partsOf(methods, 8),
    maxValue: big(value) ?? 0n,
    fixed,
  }
}

function parsePayees({ token }: Spending, all: Terms): readonly Hex[] {
  if (!token) return addressesOf(all('allowedTargets')[0])
  const [place] = all('allowedCalldata')
  return place === undefined ? [] : addressesOf(place.slice(-40))
}

const addressesOf = (digits = ''): readonly Hex[] => partsOf(digits, 40)

/** Cuts digits into parts of one length. What is left at the end is left out. */
const partsOf = (digits: string, length: number): readonly Hex[] =>
  (digits.match(new RegExp(`.{${length}}`, 'g')) ?? []).map((part): Hex => `0x${part}`)

const wordsOf = (digits: string): readonly bigint[] | undefined =>
  /^[\da-f]+$/.test(digits) && digits.length % wordDigits === 0
    ? partsOf(digits, wordDigits).map(BigInt)
    : undefined

const big = (digits: string): bigint | undefined =>
  isHex(`0x${digits}`) && digits !== '' ? BigInt(`0x${digits}`) : undefined

/** A number that JavaScript can write exactly. */
function safe(value: bigint | string | undefined): number | undefined {
  if (value === undefined || value === '0x') return undefined
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : undefined
}
