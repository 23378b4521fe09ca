// Sessions of our code, read and used by MetaMask's packages, and theirs, read by our code.
import fc from 'fast-check'
import { availableAt } from '../../packages/protocol/src/sessions/exposure.ts'
import { readCaveats, writeCaveats } from '../../packages/protocol/src/sessions/caveats.ts'
import {
  delegationHash,
  readContext,
  rootAuthority,
  writeContext,
} from '../../packages/protocol/src/sessions/delegation.ts'
import { permissionJson } from '../../packages/protocol/src/sessions/permissionJson.ts'
import { maxUint256 } from '../../packages/protocol/src/sessions/terms.ts'
import { functions, generatedTerms, people } from '../../devnet/src/sessions/generatedSessions.ts'
import { payment, wordsData } from '../../devnet/src/sessions/redeemData.ts'
import { openSessionChain } from '../../devnet/src/sessions/sessionChain.ts'
import { termsOf } from '../../devnet/src/sessions/termsOf.ts'

const runs = 1_000

/** A value as text, in which spellings of addresses are equal. */
const textOf = (value) =>
  JSON.stringify(value, (key, each) =>
    typeof each === 'bigint' ? `${each}n` : typeof each === 'string' ? each.toLowerCase() : each,
  )

/** The members in the order of their names. */
const sorted = (value) =>
  Array.isArray(value)
    ? value.map(sorted)
    : value !== null && typeof value === 'object'
      ? Object.fromEntries(
          Object.keys(value)
            .sort()
            .map((key) => [key, sorted(value[key])]),
        )
      : value

const isSame = (one, other) => textOf(sorted(one)) === textOf(sorted(other))

/** A permission in one spelling: MetaMask fills up some numbers with zeros, and names every max. */
const spelled = ({ type, data: given }) => {
  const data = type.endsWith('stream') ? { maxAmount: hexOf(maxUint256), ...given } : given
  const entries = Object.entries(data).map(([name, value]) => [
    name,
    /amount/i.test(name) ? hexOf(BigInt(value)) : value,
  ])
  return { type, data: Object.fromEntries(entries) }
}
const hexOf = (number) => `0x${number.toString(16)}`

/** MetaMask's wallet has a max above the initial amount. */
const ofMetaMask = ({ what }) => what.kind !== 'stream' || what.maxAmount > what.initialAmount

/** Has MetaMask's packages read what our code writes. @returns the names of what differs */
function compareReading({ sessions }, { terms, caveats, json }) {
  const read = sessions.decodePermission(caveats)
  // their wallet has neither calls nor a limit on uses
  if (!isKnown(terms)) return read.length > 0 ? ['read by MetaMask'] : []
  const [one, another] = read.map((each) => ({ ...spelled(each), rules: each.rules }))
  const isRead = !another && isSame(one, { ...spelled(json.permission), rules: json.rules })
  return isRead ? [] : ['read by MetaMask']
}

const isKnown = ({ what, maxUses }) => what.kind !== 'calls' && maxUses === undefined

/** Has our code read what MetaMask's packages write, in another order. */
function compareWriting({ sessions }, { terms: { what, ...rules }, caveats, json, turn }) {
  const { type } = json.permission
  const { data } = spelled(json.permission)
  const written =
    what.kind === 'calls'
      ? sessions.writeCalls(what)
      : sessions.writePermission({ type, isAdjustmentAllowed: true, data })
  const all = [...written, ...sessions.writeRules({ ...rules, isToken: 'token' in what })]
  // several fixed arguments are read in the order in which they are written
  const place = what.kind === 'calls' && what.fixed.length > 1 ? 0 : turn % all.length
  const theirs = [...all.slice(place), ...all.slice(0, place)]
  const textsOf = (list) => list.map(({ enforcer, terms }) => textOf([enforcer, terms])).sort()
  return [
    ...(isSame(readCaveats(theirs), { what, ...rules }) ? [] : ['read by us']),
    ...(isSame(textsOf(theirs), textsOf(caveats)) ? [] : ['caveats']),
  ]
}

/** Compares contexts and hashes. */
function compareContexts({ sessions }, delegation) {
  const [context, encoded] = [writeContext(delegation), sessions.encodeDelegation(delegation)]
  const checks = {
    context: encoded.context === context,
    hash: encoded.hash === delegationHash(delegation),
    'context, read by MetaMask': isSame(sessions.decodeContext(context), [delegation]),
    'context, read by us': isSame(readContext(encoded.context), delegation),
  }
  return Object.keys(checks).filter((name) => !checks[name])
}

/** Compares both ways of writing and reading generated sessions. */
function compareTexts(outside, chain) {
  const counts = { 'decoded by MetaMask': 0, 'not decoded by MetaMask': 0, 'read by us': 0 }
  const differences = []
  const salts = fc.sample(fc.bigInt({ min: 0n, max: maxUint256 }), runs)
  for (const [turn, generated] of fc.sample(generatedTerms, runs).entries()) {
    const maxUses = turn % 2 === 0 ? undefined : generated.maxUses
    const at = { granted: 1_800_000_000, nonce: 7n }
    const terms = termsOf(chain, { ...generated, maxUses }, at)
    if (!ofMetaMask(terms)) continue
    const caveats = writeCaveats(terms)
    const one = { terms, caveats, json: permissionJson(terms), turn }
    const delegation = {
      delegate: terms.redeemers[0],
      delegator: chain.ann.address,
      authority: rootAuthority,
      caveats,
      salt: salts[turn],
      signature: `0x${'5'.repeat(130)}`,
    }
    const found = [
      ...compareReading(outside, one),
      ...compareWriting(outside, one),
      ...compareContexts(outside, delegation),
    ]
    differences.push(...found.map((name) => `sessions, ${name}: ${textOf(terms)}`))
    counts[isKnown(terms) ? 'decoded by MetaMask' : 'not decoded by MetaMask']++
    counts['read by us']++
  }
  return { counts, differences }
}

/** One session of each type, and the calls that it allows. */
function sessionsOf({ tokens, redeemer }, granted, nonce) {
  const rules = { expiry: granted + 10_000, redeemers: [redeemer.address], nonce }
  const kinds = {
    allowance: { kind: 'allowance', amount: 100n },
    periodic: { kind: 'periodic', amount: 100n, period: 1_000 },
    stream: { kind: 'stream', initialAmount: 50n, amountPerSecond: 10n, maxAmount: 100n },
  }
  const spendings = ['native', 'token'].flatMap((coin) =>
    Object.entries(kinds).map(([name, kind]) => ({
      name: `${coin}, ${name}`,
      enforcer: `${coin}${name === 'stream' ? 'Stream' : 'Period'}`,
      terms: {
        ...rules,
        what: {
          ...kind,
          ...(coin === 'token' && { token: tokens.usdc }),
          startTime: granted - 60,
        },
        ...(name === 'periodic' && { payees: [people[0]] }),
        ...(name === 'allowance' && { maxUses: 3n }),
      },
    })),
  )
  const word = `0x${people[0].slice(2).padStart(64, '0')}`
  const what = {
    kind: 'calls',
    targets: [tokens.usdc],
    selectors: [functions.approve],
    maxValue: 0n,
    fixed: [{ index: 0, value: word }],
  }
  const approve = (spender) => ({
    to: tokens.usdc,
    value: 0n,
    data: wordsData(functions.approve, [spender, `0x${'5'.padStart(64, '0')}`]),
  })
  const calls = {
    name: 'contract-call',
    terms: { ...rules, what },
    good: approve(word),
    bad: approve(`0x${people[1].slice(2).padStart(64, '0')}`),
  }
  return [...spendings, calls]
}

/** Has MetaMask's kit use sessions that our code has granted. */
async function compareUse({ sessions }, devnetChain, chain) {
  const site = sessions.createRedeemer({
    node: devnetChain.url,
    chainId: devnetChain.chainId,
    account: chain.redeemer,
  })
  const [granted, nonce] = [await chain.now(), await chain.readNonce()]
  const rows = []
  const differences = []
  const isUsed = async (context, call) => {
    const hash = await site.use(context, call).catch(() => undefined)
    return hash !== undefined && (await chain.isSuccess(hash))
  }
  for (const { name, terms, enforcer, ...calls } of sessionsOf(chain, granted, nonce)) {
    const session = await chain.grant(terms)
    const context = writeContext(session)
    const pay = (amount) => payment(terms.what.token, people[0], amount)
    const { good = pay(60n), bad = pay(41n) } = calls
    const left = async () => (enforcer ? site.available(session, enforcer) : undefined)
    // the enforcers of streams know the terms only after the first use
    const isStream = enforcer?.endsWith('Stream')
    const first = isStream ? undefined : await left()
    const used = [await isUsed(context, good), await isUsed(context, bad)]
    const second = await left()
    const all = enforcer && availableAt(terms.what, await chain.now())
    const isRight =
      isSame(used, [true, false]) &&
      (first === undefined || first === all) &&
      second === (enforcer ? all - 60n : undefined)
    if (!isRight) differences.push(`${name}: ${textOf({ used, first, second, all })}`)
    rows.push([name, used[0], !used[1], first ?? '', second ?? '', enforcer ? all - 60n : ''])
  }
  return { rows, differences }
}

/** @returns the differences */
export async function compareSessions({ outside, chain: devnetChain, print }) {
  const chain = await openSessionChain(devnetChain)
  const texts = compareTexts(outside, chain)
  const uses = await compareUse(outside, devnetChain, chain)
  print(
    'Sessions, used by MetaMask’s kit',
    ['session', 'used', 'more is refused', 'left before', 'left after', 'left by our code'],
    uses.rows,
  )
  print(
    'Generated sessions, by our code and by MetaMask’s packages',
    ['what', 'compared'],
    Object.entries(texts.counts),
  )
  return [...texts.differences, ...uses.differences]
}
