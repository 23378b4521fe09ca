import type { Description } from 'latchkey/testing'
import { formatUnits } from 'viem'
import { shortAddress } from '../shortAddress.ts'
import type { SolanaTransaction } from './readSolana.ts'
import type { Step } from './stepOf.ts'

/** A description of a request. `caution` is set if the phone cannot find out all its effects. */
export type Cautious = Description & { caution?: string }

/** The known owners of token accounts, by account. */
export type Owners = Readonly<Record<string, string>>

type DescribedTransactions = {
  origin: string
  address: string
  transactions: readonly SolanaTransaction[]
  isSent: boolean
  owners: Owners
}
type Fact = readonly [name: string, value: string]

/** Describes Solana transactions in plain words. */
export function describeTransactions({
  origin,
  address,
  transactions,
  isSent,
  owners,
}: DescribedTransactions): Cautious {
  const steps = transactions.flatMap((one) => one.steps)
  const known = {
    ...owners,
    ...Object.fromEntries(
      steps.flatMap((step) => (step.kind === 'open' ? [[step.account, step.owner]] : [])),
    ),
  }
  const payers = new Set(transactions.map(({ signers }) => signers[0] ?? ''))
  const isRead = steps.every(({ kind }) => kind !== 'unknown')
  return {
    title: isRead ? titleOf(steps, transactions.length) : 'Sign what cannot be read?',
    note: isSent
      ? `${origin} asks for this. The network fee comes on top.`
      : `${origin} gets the signed transaction, and can send it within about a minute.`,
    facts: [
      ...transactions.flatMap((one, index) => [
        ...(transactions.length > 1 ? [['Transaction', String(index + 1)] as const] : []),
        ...one.steps.flatMap((step) => factsOf(step, known)),
      ]),
      ['From', address],
      ...[...payers]
        .filter((payer) => payer !== address)
        .map((payer) => ['Fee paid by', payer] as const),
    ],
    ...(!isRead && {
      caution:
        'This phone cannot read all of it. It may take anything that this account holds: go on only when you trust the site.',
    }),
    yes: 'Approve',
  }
}

function titleOf(steps: readonly Step[], count: number): string {
  if (count > 1) return `Sign ${count} transactions?`
  const paying = steps.filter((step) => step.kind === 'pay' || step.kind === 'token')
  const [only] = paying
  if (only && paying.length === 1) return `Send ${amountOf(only)}?`
  return paying.length > 1 ? `Send ${paying.length} times?` : 'Sign a transaction?'
}

function factsOf(step: Step, owners: Owners): readonly Fact[] {
  switch (step.kind) {
    case 'pay':
      return [
        ['Send', amountOf(step)],
        ['To', step.to],
      ]
    case 'token':
      return [
        ['Send', amountOf(step)],
        ...(step.fee === undefined
          ? []
          : [['The token keeps', formatUnits(step.fee, step.decimals)] as const]),
        ['Token', step.mint],
        owners[step.to] ? ['To', owners[step.to] ?? ''] : ['To token account', step.to],
      ]
    case 'open':
      return [['Opens a token account for', step.owner]]
    case 'memo':
      return [['Memo', step.text]]
    case 'budget':
      return []
    case 'unknown':
      return [
        [
          'Cannot be read',
          `${step.bytes} bytes for ${step.program ?? 'a program of a lookup table'}`,
        ],
      ]
  }
}

function amountOf(step: Extract<Step, { kind: 'pay' | 'token' }>): string {
  return step.kind === 'pay'
    ? `${formatUnits(step.lamports, 9)} SOL`
    : `${formatUnits(step.amount, step.decimals)} of ${shortAddress(step.mint)}`
}

/** Describes a text or bytes that a site wants signed. */
export function describeMessage(origin: string, address: string, bytes: Uint8Array): Cautious {
  const text = textOf(bytes)
  return {
    title: text === undefined ? 'Sign these bytes?' : 'Sign this text?',
    note: `${origin} asks for your signature. This costs nothing.`,
    facts: [['Account', address]],
    body: text ?? Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(' '),
    yes: 'Approve',
  }
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined // the bytes are not text
  }
}
