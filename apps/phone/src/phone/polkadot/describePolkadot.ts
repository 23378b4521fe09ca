import { formatUnits } from 'viem'
import type { Cautious } from '../solana/describeSolana.ts'
import { spelledFor } from './polkadotAccounts.ts'
import type { PolkadotChain } from './polkadotChains.ts'
import type { Call, PolkadotTransaction } from './readPayload.ts'

type Fact = readonly [name: string, value: string]

/** An argument longer than this is cut in the question. */
const maxShown = 200

/** A transaction with a longer period, in blocks, can be sent for hours or more. */
const maxPeriod = 512

type Described = {
  origin: string
  address: string
  chain: PolkadotChain
  transaction: PolkadotTransaction
}

/** Describes a Polkadot transaction in plain words. */
export function describePolkadot({ origin, address, chain, transaction }: Described): Cautious {
  const { call, tip, period } = transaction
  const isShort = period !== undefined && period <= maxPeriod
  const payment = paymentOf(call)
  const amountText = (planck: bigint) => {
    const { decimals, symbol } = chain.nativeCurrency
    return `${formatUnits(planck, decimals)} ${symbol}`
  }
  const amount = payment && (payment.amount === 'all' ? 'everything' : amountText(payment.amount))
  return {
    title: amount === undefined ? 'Sign a transaction?' : `Send ${amount}?`,
    note: `${origin} gets the signed transaction, and can send it ${isShort ? 'for some minutes' : 'later'}. The network fee comes on top.`,
    facts: [
      ...(payment
        ? ([
            ['Send', amount ?? ''],
            ['To', spelledFor(chain.networkId, payment.to)],
          ] as const)
        : argumentsOf(call)),
      ['From', address],
      ['Call', `${call.pallet}.${call.name}`],
      ...(tip > 0n ? [['Tip', amountText(tip)] as const] : []),
    ],
    ...cautionOf({ isPayment: payment !== undefined, isShort }),
    yes: 'Approve',
  }
}

/** What the person has to know before approving: an unknown call, and a long time to send it. */
function cautionOf({ isPayment, isShort }: { isPayment: boolean; isShort: boolean }) {
  const cautions = [
    ...(isPayment
      ? []
      : [
          'This phone knows the name of this call, but not what it does. It may take anything that this account holds: go on only when you trust the site.',
        ]),
    ...(isShort ? [] : ['The site can send it at any time, also after days or months.']),
  ]
  return cautions.length > 0 ? { caution: cautions.join(' ') } : {}
}

/** Describes a text that a site wants signed. */
export function describeText(origin: string, address: string, text: string): Cautious {
  return {
    title: 'Sign this text?',
    note: `${origin} asks for your signature. This costs nothing.`,
    facts: [['Account', address]],
    body: text,
    yes: 'Approve',
  }
}

/** The payment that a call makes. Undefined for a call that is no plain payment. */
function paymentOf({
  pallet,
  name,
  args,
}: Call): { to: string; amount: bigint | 'all' } | undefined {
  if (pallet !== 'Balances' || !isRecord(args) || !isRecord(args['dest'])) return undefined
  const { dest, value } = args
  const { type, value: to } = dest
  if (type !== 'Id' || typeof to !== 'string') return undefined
  if (name === 'transfer_all') return { to, amount: 'all' }
  const isPayment = ['transfer', 'transfer_keep_alive', 'transfer_allow_death'].includes(name)
  return isPayment && typeof value === 'bigint' ? { to, amount: value } : undefined
}

/** The arguments of a call, as the metadata names them. */
function argumentsOf({ args }: Call): readonly Fact[] {
  if (!isRecord(args)) return []
  return Object.entries(args).map(([name, value]) => [name, textOf(value)])
}

function textOf(value: unknown): string {
  const text = JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'bigint' ? part.toString() : part,
  )
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
