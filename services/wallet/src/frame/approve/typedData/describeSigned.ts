import { fill } from '../../ui/fill.ts'
import type { Asset, SignedEffect } from '../decode/Effect.ts'
import { formatAmount } from '../formatAmount.ts'
import { amountOf, nameOf, pieceOf } from '../transaction/amountOf.ts'
import { endOf } from '../transaction/describeEffect.ts'
import type { DescribeOptions, Description } from '../transaction/describeEffect.ts'
import type { messages } from './messages.ts'

type Options = DescribeOptions & { signed: (typeof messages)['texts'] }

/**
 * Describes an effect that only a signature has. All such effects except a cancellation need a
 * tick, because whoever has the signature can use it without asking the visitor again.
 */
export function describeSigned(effect: SignedEffect, options: Options): Description {
  const { words, signed, tokens } = options
  const party = (name: string, address: string) => ({ name, address })
  const why = (until: bigint | undefined) => fill(signed.signedWhy, { when: endOf(until, options) })
  switch (effect.kind) {
    case 'release':
      return {
        title: fill(words.send, {
          amount: amountOf(effect.amount, tokens.get(effect.token), words),
        }),
        parties: [party(words.to, effect.to), party(words.token, effect.token)],
        level: 'danger',
        why: why(effect.until),
      }
    case 'trade':
      return describeTrade(effect, options)
    case 'act':
      return {
        title: signed.act,
        parties: [party(words.contract, effect.by)],
        level: 'danger',
        why: why(effect.until),
        part: effect.part,
        partValue: effect.value,
      }
    case 'safe':
      return {
        title: effect.isDelegated ? signed.safeControl : signed.safe,
        parties: [party('Safe', effect.safe)],
        level: 'danger',
        why: effect.isDelegated ? `${signed.safeControlWhy} ${signed.safeWhy}` : signed.safeWhy,
        part: effect.part,
        partValue: effect.value,
      }
    case 'cancel':
      return { title: signed.cancel, parties: [party(words.contract, effect.at)], level: 'plain' }
  }
}

/**
 * Describes the given and taken assets of an order, and the receivers other than the account.
 */
function describeTrade(
  { at, given, taken, until }: Extract<SignedEffect, { kind: 'trade' }>,
  options: Options,
): Description {
  const { words, signed, tokens } = options
  // An address without code has no value as a token, but some exchanges accept a call to it as a
  // payment.
  const own = taken.filter(
    (asset) =>
      asset.to === undefined &&
      asset.amount > 0n &&
      (asset.kind === 'currency' || tokens.get(asset.token)?.isContract !== false),
  )
  const textOf = (assets: readonly Asset[]) =>
    assets.map((asset) => assetText(asset, options)).join(' + ') || '0'
  const contracts = [
    ...new Set(
      [...given, ...taken].flatMap((asset) => (asset.kind === 'currency' ? [] : [asset.token])),
    ),
  ]
  const otherParties = taken.flatMap(({ to, ...asset }) =>
    to === undefined ? [] : [{ name: `${words.to}: ${assetText(asset, options)}`, address: to }],
  )
  return {
    title:
      own.length > 0
        ? fill(signed.trade, { given: textOf(given), taken: textOf(own) })
        : fill(signed.giveAway, { given: textOf(given) }),
    parties: [
      { name: words.contract, address: at },
      ...contracts.map((address) => ({
        name: tokens.get(address)?.isCollection ? words.collection : words.token,
        address,
      })),
      ...otherParties,
    ],
    level: 'danger',
    why: `${own.length > 0 ? '' : `${signed.giveAwayWhy} `}${fill(signed.signedWhy, { when: endOf(until, options) })}`,
  }
}

function assetText(
  asset: Asset,
  { network: { currency }, tokens, words, signed }: Options,
): string {
  if (asset.kind === 'currency')
    return `${formatAmount(asset.amount, currency.decimals)} ${currency.symbol}`
  const token = tokens.get(asset.token)
  if (asset.kind === 'token') return amountOf(asset.amount, token, words)
  return asset.id === undefined
    ? `${asset.amount === 1n ? '' : `${formatAmount(asset.amount, 0)} × `}${fill(signed.anyPiece, { name: nameOf(token, words) })}`
    : pieceOf({ id: asset.id, amount: asset.amount }, token, words)
}
