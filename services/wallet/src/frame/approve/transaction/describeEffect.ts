import { fill } from '../../ui/fill.ts'
import type { Network } from '../../wallet/network.ts'
import { formatAmount } from '../formatAmount.ts'
import { amountOf, nameOf, type EffectWords } from './amountOf.ts'
import type { Effect, SignedEffect } from '../decode/Effect.ts'
import type { Token, Tokens } from './loadTokens.ts'

/** An effect in words: a heading, the addresses that matter, and the severity. */
export type Description = {
  title: string
  /** Named addresses, the most important first. */
  parties: readonly { name: string; address: string }[]
  level: 'plain' | 'warning' | 'danger'
  /** The reason of a warning. */
  why?: string
  /** The effect inside of this effect, and the wei that it pays. */
  part?: Effect
  partValue?: bigint
}

/**
 * Seconds since 1970: the year 10000. A later end counts as no end, because no date can show it.
 */
const lastDate = 253_402_300_800n
/** Amounts of this size or more count as unlimited, because no token has so many units. */
const everything = 1n << 128n

/**
 * The context of a description: the account, its network, the value of the call in wei, the
 * tokens as their contracts describe them, the visitor's language, and the language tag for
 * times.
 */
export type DescribeOptions = {
  account: string
  network: Network
  value: bigint
  tokens: Tokens
  words: EffectWords
  locale: string
  /** Names of well-known functions, by selector. */
  functionNameOf?: ((selector: string) => string | undefined) | undefined
  /**
   * Describes effects of typed data. Few approvals need this function, so its texts are loaded
   * separately.
   */
  describeSigned?: (effect: SignedEffect, options: DescribeOptions) => Description
}

/** Describes an effect in plain words. */
export function describeEffect(effect: Effect, options: DescribeOptions): Description {
  // `effect.kind` selects the function for this very kind of effect
  const describe = describers[effect.kind] as (
    effect: Effect,
    options: DescribeOptions,
  ) => Description
  return describe(effect, options)
}

const describers: {
  [kind in Effect['kind']]: (
    effect: Effect & { kind: kind },
    options: DescribeOptions,
  ) => Description
} = {
  plain: (effect, options) => ({
    title: fill(options.words.send, { amount: paidIn(options) }),
    parties: [party(options.words.to, effect.to)],
    level: 'plain',
  }),
  send: (effect, { tokens, words }) => ({
    title: fill(words.send, {
      amount: amountOf(effect.amount, tokenOf(effect.token, tokens), words),
    }),
    parties: [party(words.to, effect.to), party(words.token, effect.token)],
    level: 'plain',
  }),
  move: (effect, options) => {
    const { tokens, words } = options
    const others = othersIn(effect, options)
    const amount = amountOf(effect.amount, tokenOf(effect.token, tokens), words)
    return {
      title: fill(others.length === 0 ? words.send : words.move, { amount }),
      parties: [...others, party(words.to, effect.to), party(words.token, effect.token)],
      level: others.length === 0 ? 'plain' : 'warning',
    }
  },
  piece: (effect, options) => {
    const { tokens, words } = options
    const others = othersIn(effect, options)
    return {
      title: fill(words.piece, {
        amount: String(effect.amount),
        id: String(effect.id),
        name: nameOf(tokenOf(effect.token, tokens), words),
      }),
      parties: [...others, party(words.to, effect.to), party(words.collection, effect.token)],
      level: others.length > 0 ? 'warning' : 'plain',
    }
  },
  pieces: (effect, options) => ({
    title: fill(options.words.pieces, {
      count: effect.count,
      name: nameOf(tokenOf(effect.token, options.tokens), options.words),
    }),
    parties: [
      ...othersIn(effect, options),
      party(options.words.to, effect.to),
      party(options.words.collection, effect.token),
    ],
    level: 'danger',
    why: options.words.piecesWhy,
  }),
  allow: describeAllow,
  lessen: (effect, { tokens, words }) => ({
    title: fill(words.lessen, {
      amount: amountOf(effect.amount, tokenOf(effect.token, tokens), words),
    }),
    parties: [party(words.spender, effect.spender), party(words.token, effect.token)],
    level: 'plain',
  }),
  allowAll: (effect, { tokens, words }) => {
    const name = nameOf(tokenOf(effect.token, tokens), words)
    const parties = [party(words.spender, effect.operator), party(words.collection, effect.token)]
    return effect.isAllowed
      ? { title: fill(words.allowAll, { name }), parties, level: 'danger', why: words.allowAllWhy }
      : { title: fill(words.disallowAll, { name }), parties, level: 'plain' }
  },
  wrap: (effect, options) => ({
    title: fill(options.words.wrap, { amount: paidIn(options) }),
    parties: [party(options.words.contract, effect.token)],
    level: 'plain',
  }),
  unwrap: (effect, { tokens, words }) => ({
    title: fill(words.unwrap, {
      amount: amountOf(effect.amount, tokenOf(effect.token, tokens), words),
    }),
    parties: [party(words.contract, effect.token)],
    level: 'plain',
  }),
  several: (effect, { words }) => ({
    title: fill(words.several, { count: effect.parts.length }),
    parties: [party(words.contract, effect.to)],
    level: 'plain',
  }),
  release: describeBySignature,
  trade: describeBySignature,
  act: describeBySignature,
  safe: describeBySignature,
  cancel: describeBySignature,
  votes: (effect, { tokens, words }) => ({
    title: fill(words.votes, { name: nameOf(tokenOf(effect.token, tokens), words) }),
    parties: [party(words.to, effect.delegate), party(words.token, effect.token)],
    level: 'danger',
    why: words.votesWhy,
  }),
  control: (effect, { tokens, words }) =>
    effect.isAllowed
      ? {
          title: words.control,
          parties: [party(words.to, effect.agent), party(words.contract, effect.at)],
          level: 'danger',
          why: words.controlWhy,
        }
      : {
          title: fill(words.disallow, { name: nameOf(tokenOf(effect.at, tokens), words) }),
          parties: [party(words.spender, effect.agent), party(words.contract, effect.at)],
          level: 'plain',
        },
  ownership: (effect, { words }) => ({
    title: words.ownership,
    parties: [party(words.to, effect.owner), party(words.contract, effect.at)],
    level: 'danger',
    why: words.ownershipWhy,
  }),
  upgrade: (effect, { words }) => ({
    title: words.upgrade,
    parties: [party(words.to, effect.code), party(words.contract, effect.at)],
    level: 'danger',
    why: words.upgradeWhy,
  }),
  create: (effect, { words }) => ({
    title: words.create,
    parties: [],
    level: 'warning',
    why: fill(words.createWhy, { count: effect.bytes }),
  }),
  unknown: (effect, { words, functionNameOf }) => {
    const name = functionNameOf?.(effect.selector)
    const parties = [party(words.contract, effect.to)]
    return name === undefined
      ? {
          title: words.unknown,
          parties,
          level: 'warning',
          why: fill(words.unknownWhy, { count: effect.bytes }),
        }
      : { title: fill(words.named, { name }), parties, level: 'warning', why: words.namedWhy }
  },
}

const party = (name: string, address: string) => ({ name, address })

// the cast is safe, because the address is only used as a key
const tokenOf = (address: string, tokens: Tokens): Token | undefined =>
  tokens.get(address as `0x${string}`)

/** The value of the call. */
const paidIn = ({ value, network: { currency } }: DescribeOptions): string =>
  `${formatAmount(value, currency.decimals)} ${currency.symbol}`

/** The account that pays, if it is not the visitor's own. */
const othersIn = ({ from }: { from: string }, { account, words }: DescribeOptions) =>
  from === account.toLowerCase() ? [] : [party(words.from, from)]

/** Describes an effect of typed data. */
function describeBySignature(effect: SignedEffect, options: DescribeOptions): Description {
  return (
    options.describeSigned?.(effect, options) ?? {
      title: options.words.unknown,
      parties: [],
      level: 'danger',
    }
  )
}

/**
 * The end of a right in words. There is no end if `until` is undefined, later than any date, or 0:
 * contracts treat 0 as no end. OpenGSN, Gelato
 */
export function endOf(until: bigint | undefined, { words, locale }: DescribeOptions): string {
  return until !== undefined && until > 0n && until < lastDate
    ? fill(words.until, { time: timeOf(until, locale) })
    : words.atAnyTime
}

/**
 * An allowance is a danger whatever its amount: even a limited amount may be everything that the
 * account has of a token.
 */
function describeAllow(
  { token, spender, amount, until, isMore, isPiece }: Effect & { kind: 'allow' },
  options: DescribeOptions,
): Description {
  const { words } = options
  const known = tokenOf(token, options.tokens)
  const parties = [party(words.spender, spender), party(words.token, token)]
  const ends = endOf(until, options)
  if (known?.isCollection || isPiece)
    return {
      title: fill(words.allowPiece, { id: String(amount), name: nameOf(known, words) }),
      parties,
      level: 'danger',
      why: `${words.allowWhy} ${ends}`,
    }
  if (amount === 0n && !isMore)
    return { title: fill(words.disallow, { name: nameOf(known, words) }), parties, level: 'plain' }
  const isAll =
    amount >= everything ||
    (known?.supply !== undefined && known.supply > 0n && amount >= known.supply)
  if (isAll)
    return {
      title: fill(words.allowEverything, { name: nameOf(known, words) }),
      parties,
      level: 'danger',
      why: fill(words.allowEverythingWhy, { when: ends }),
    }
  return {
    title: fill(isMore ? words.allowMore : words.allow, { amount: amountOf(amount, known, words) }),
    parties,
    level: 'danger',
    why: `${words.allowWhy} ${ends}`,
  }
}

const timeOf = (seconds: bigint, locale: string) =>
  new Date(Number(seconds) * 1000).toLocaleString(locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
  })
