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
  /** The effect inside of this one, and the wei that it pays. */
  part?: Effect
  partValue?: bigint
}

/**
 * Seconds since 1970: the year 10000. A later end counts as none, because no calendar has it.
 */
const lastDate = 253_402_300_800n
/** Amounts from here on count as unlimited, because no token has so many units. */
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
  /** Describes effects of typed data. Few approvals need it, so its texts are loaded apart. */
  describeSigned?: (effect: SignedEffect, options: DescribeOptions) => Description
}

/** Describes an effect in plain words. */
export function describeEffect(effect: Effect, options: DescribeOptions): Description {
  const { account, network, value, tokens, words, functionNameOf } = options
  const { symbol, decimals } = network.currency
  const paid = `${formatAmount(value, decimals)} ${symbol}`
  // only used as a key
  const tokenOf = (address: string): Token | undefined => tokens.get(address as `0x${string}`)
  const party = (name: string, address: string) => ({ name, address })
  const fromOther = (from: string) =>
    from === account.toLowerCase() ? [] : [party(words.from, from)]
  switch (effect.kind) {
    case 'plain':
      return {
        title: fill(words.send, { amount: paid }),
        parties: [party(words.to, effect.to)],
        level: 'plain',
      }
    case 'send':
      return {
        title: fill(words.send, { amount: amountOf(effect.amount, tokenOf(effect.token), words) }),
        parties: [party(words.to, effect.to), party(words.token, effect.token)],
        level: 'plain',
      }
    case 'move': {
      const isOwn = effect.from === account.toLowerCase()
      const amount = amountOf(effect.amount, tokenOf(effect.token), words)
      return {
        title: fill(isOwn ? words.send : words.move, { amount }),
        parties: [
          ...(isOwn ? [] : [party(words.from, effect.from)]),
          party(words.to, effect.to),
          party(words.token, effect.token),
        ],
        level: isOwn ? 'plain' : 'warning',
      }
    }
    case 'piece':
      return {
        title: fill(words.piece, {
          amount: String(effect.amount),
          id: String(effect.id),
          name: nameOf(tokenOf(effect.token), words),
        }),
        parties: [
          ...fromOther(effect.from),
          party(words.to, effect.to),
          party(words.collection, effect.token),
        ],
        level: fromOther(effect.from).length > 0 ? 'warning' : 'plain',
      }
    case 'pieces':
      return {
        title: fill(words.pieces, {
          count: effect.count,
          name: nameOf(tokenOf(effect.token), words),
        }),
        parties: [
          ...fromOther(effect.from),
          party(words.to, effect.to),
          party(words.collection, effect.token),
        ],
        level: 'danger',
        why: words.piecesWhy,
      }
    case 'allow':
      return describeAllow(effect, tokenOf(effect.token), options)
    case 'lessen':
      return {
        title: fill(words.lessen, {
          amount: amountOf(effect.amount, tokenOf(effect.token), words),
        }),
        parties: [party(words.spender, effect.spender), party(words.token, effect.token)],
        level: 'plain',
      }
    case 'allowAll':
      return effect.isAllowed
        ? {
            title: fill(words.allowAll, { name: nameOf(tokenOf(effect.token), words) }),
            parties: [party(words.spender, effect.operator), party(words.collection, effect.token)],
            level: 'danger',
            why: words.allowAllWhy,
          }
        : {
            title: fill(words.disallowAll, { name: nameOf(tokenOf(effect.token), words) }),
            parties: [party(words.spender, effect.operator), party(words.collection, effect.token)],
            level: 'plain',
          }
    case 'wrap':
      return {
        title: fill(words.wrap, { amount: paid }),
        parties: [party(words.contract, effect.token)],
        level: 'plain',
      }
    case 'unwrap':
      return {
        title: fill(words.unwrap, {
          amount: amountOf(effect.amount, tokenOf(effect.token), words),
        }),
        parties: [party(words.contract, effect.token)],
        level: 'plain',
      }
    case 'several':
      return {
        title: fill(words.several, { count: effect.parts.length }),
        parties: [party(words.contract, effect.to)],
        level: 'plain',
      }
    case 'release':
    case 'trade':
    case 'act':
    case 'safe':
    case 'cancel':
      return (
        options.describeSigned?.(effect, options) ?? {
          title: words.unknown,
          parties: [],
          level: 'danger',
        }
      )
    case 'votes':
      return {
        title: fill(words.votes, { name: nameOf(tokenOf(effect.token), words) }),
        parties: [party(words.to, effect.delegate), party(words.token, effect.token)],
        level: 'danger',
        why: words.votesWhy,
      }
    case 'control':
      return effect.isAllowed
        ? {
            title: words.control,
            parties: [party(words.to, effect.agent), party(words.contract, effect.at)],
            level: 'danger',
            why: words.controlWhy,
          }
        : {
            title: fill(words.disallow, { name: nameOf(tokenOf(effect.at), words) }),
            parties: [party(words.spender, effect.agent), party(words.contract, effect.at)],
            level: 'plain',
          }
    case 'ownership':
      return {
        title: words.ownership,
        parties: [party(words.to, effect.owner), party(words.contract, effect.at)],
        level: 'danger',
        why: words.ownershipWhy,
      }
    case 'upgrade':
      return {
        title: words.upgrade,
        parties: [party(words.to, effect.code), party(words.contract, effect.at)],
        level: 'danger',
        why: words.upgradeWhy,
      }
    case 'create':
      return {
        title: words.create,
        parties: [],
        level: 'warning',
        why: fill(words.createWhy, { count: effect.bytes }),
      }
    case 'unknown': {
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
    }
  }
}

/**
 * The end of a right in words. There is no end where it is undefined, later than any date, or
 * 0: contracts take 0 for none. OpenGSN, Gelato
 */
export function endOf(until: bigint | undefined, { words, locale }: DescribeOptions): string {
  return until !== undefined && until > 0n && until < lastDate
    ? fill(words.until, { time: timeOf(until, locale) })
    : words.atAnyTime
}

/**
 * An allowance is a danger whatever its amount: even a limited one may cover everything that
 * the account has of a token.
 */
function describeAllow(
  { token, spender, amount, until, isMore, isPiece }: Extract<Effect, { kind: 'allow' }>,
  known: Token | undefined,
  options: DescribeOptions,
): Description {
  const { words } = options
  const parties = [
    { name: words.spender, address: spender },
    { name: words.token, address: token },
  ]
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
