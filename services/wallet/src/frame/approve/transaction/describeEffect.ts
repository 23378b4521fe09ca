import { fill } from '../../ui/fill.ts'
import type { Network } from '../../wallet/network.ts'
import { formatUnits } from '../formatUnits.ts'
import { amountOf, nameOf, short } from './amountOf.ts'
import type { Effect } from '../decode/Effect.ts'
import type { Token, Tokens } from './loadTokens.ts'
import { messages } from './messages.ts'

/** An effect in words: a heading, the addresses that matter, and how bad it could be. */
export type Description = {
  title: string
  /** Named addresses, in the order of their weight. */
  parties: readonly { name: string; address: string }[]
  level: 'plain' | 'warning' | 'danger'
  /** Why it is a warning. */
  why?: string
}

/** Amounts from here on mean everything; no token has so many units. */
const everything = 1n << 128n

/** What an effect is described with: the account, its network, the value that goes along in wei, and what the contracts say of themselves. */
export type DescribeOptions = { account: string; network: Network; value: bigint; tokens: Tokens; /** Of well-known functions, by selector. */ functionNameOf?: ((selector: string) => string | undefined) | undefined }

/** Describes an effect in plain words. */
export function describeEffect(effect: Effect, { account, network, value, tokens, functionNameOf }: DescribeOptions): Description {
  const { symbol, decimals } = network.currency
  const paid = `${formatUnits(value, decimals)} ${symbol}`
  const tokenOf = (address: string): Token | undefined => tokens.get(address as `0x${string}`) // only a key
  const party = (name: string, address: string) => ({ name, address })
  switch (effect.kind) {
    case 'plain':
      return { title: fill(messages.send, { amount: paid }), parties: [party(messages.to, effect.to)], level: 'plain' }
    case 'send':
      return { title: fill(messages.send, { amount: amountOf(effect.amount, tokenOf(effect.token)) }), parties: [party(messages.to, effect.to), party(messages.token, effect.token)], level: 'plain' }
    case 'move': {
      const isOwn = effect.from === account.toLowerCase()
      const amount = amountOf(effect.amount, tokenOf(effect.token))
      return { title: fill(isOwn ? messages.send : messages.move, { amount }), parties: [...(isOwn ? [] : [party(messages.from, effect.from)]), party(messages.to, effect.to), party(messages.token, effect.token)], level: 'plain' }
    }
    case 'piece':
      return { title: fill(messages.piece, { amount: String(effect.amount), id: short(effect.id), name: nameOf(tokenOf(effect.token)) }), parties: [party(messages.to, effect.to), party(messages.collection, effect.token)], level: 'plain' }
    case 'pieces':
      return { title: fill(messages.pieces, { count: effect.count, name: nameOf(tokenOf(effect.token)) }), parties: [party(messages.to, effect.to), party(messages.collection, effect.token)], level: 'warning', why: messages.piecesWhy }
    case 'allow':
      return describeAllow(effect, tokenOf(effect.token))
    case 'lessen':
      return { title: fill(messages.lessen, { amount: amountOf(effect.amount, tokenOf(effect.token)) }), parties: [party(messages.spender, effect.spender), party(messages.token, effect.token)], level: 'plain' }
    case 'allowAll':
      return effect.isAllowed
        ? { title: fill(messages.allowAll, { name: nameOf(tokenOf(effect.token)) }), parties: [party(messages.spender, effect.operator), party(messages.collection, effect.token)], level: 'danger', why: messages.allowAllWhy }
        : { title: fill(messages.disallowAll, { name: nameOf(tokenOf(effect.token)) }), parties: [party(messages.spender, effect.operator), party(messages.collection, effect.token)], level: 'plain' }
    case 'wrap':
      return { title: fill(messages.wrap, { amount: paid }), parties: [party(messages.contract, effect.token)], level: 'plain' }
    case 'unwrap':
      return { title: fill(messages.unwrap, { amount: amountOf(effect.amount, tokenOf(effect.token)) }), parties: [party(messages.contract, effect.token)], level: 'plain' }
    case 'several':
      return { title: fill(messages.several, { count: effect.parts.length }), parties: [party(messages.contract, effect.to)], level: 'plain' }
    case 'create':
      return { title: messages.create, parties: [], level: 'warning', why: fill(messages.createWhy, { count: effect.bytes }) }
    case 'unknown': {
      const name = functionNameOf?.(effect.selector)
      const parties = [party(messages.contract, effect.to)]
      return name === undefined
        ? { title: messages.unknown, parties, level: 'warning', why: fill(messages.unknownWhy, { count: effect.bytes }) }
        : { title: fill(messages.named, { name }), parties, level: 'warning', why: messages.namedWhy }
    }
  }
}

function describeAllow({ token, spender, amount, until, isMore, isPiece }: Extract<Effect, { kind: 'allow' }>, known: Token | undefined): Description {
  const parties = [{ name: messages.spender, address: spender }, { name: messages.token, address: token }]
  if (known?.isCollection || isPiece) return { title: fill(messages.allowPiece, { id: short(amount), name: nameOf(known) }), parties, level: 'warning', why: messages.allowWhy }
  if (amount === 0n && !isMore) return { title: fill(messages.disallow, { name: nameOf(known) }), parties, level: 'plain' }
  const isAll = amount >= everything || (known?.supply !== undefined && known.supply > 0n && amount >= known.supply)
  const ends = until !== undefined && until < BigInt(Number.MAX_SAFE_INTEGER) / 1000n ? fill(messages.until, { time: timeOf(until) }) : messages.atAnyTime
  if (isAll) return { title: fill(messages.allowEverything, { name: nameOf(known) }), parties, level: 'danger', why: fill(messages.allowEverythingWhy, { when: ends }) }
  return { title: fill(isMore ? messages.allowMore : messages.allow, { amount: amountOf(amount, known) }), parties, level: 'warning', why: `${messages.allowWhy} ${ends}` }
}

const timeOf = (seconds: bigint) => new Date(Number(seconds) * 1000).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' })
