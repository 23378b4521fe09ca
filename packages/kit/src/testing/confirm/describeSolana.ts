import { formatUnits } from '@latchkey/protocol/formatUnits'
import { budgetProgram, systemProgram } from '../../chains/solana/provider/programs.ts'
import { readSteps } from '../../chains/solana/wire/instructions.ts'
import type { Step } from '../../chains/solana/wire/instructions.ts'
import type { SolanaRequest } from '../solana/solanaRequest.ts'
import type { Description } from './description.ts'

/**
 * Describes a Solana request in plain words.
 * @param network the network's name
 */
export function describeSolana(
  origin: string,
  network: string,
  request: SolanaRequest,
): Description {
  switch (request.feature) {
    case 'standard:connect':
      return {
        title: 'Connect to this site?',
        note: `${origin} will see the accounts on ${network} and can ask you to sign.`,
        facts: [],
        yes: 'Approve',
      }
    case 'solana:signIn':
      return {
        title: 'Sign in to this site?',
        note: `${origin} asks for your signature. This costs nothing.`,
        facts: [['Account', request.address]],
        body: request.text,
        yes: 'Sign in',
      }
    case 'solana:signMessage':
      return {
        title:
          request.messages.length === 1
            ? 'Sign this text?'
            : `Sign ${request.messages.length} texts?`,
        note: `${origin} asks for your signature. This costs nothing.`,
        facts: [['Account', request.address]],
        body: request.messages.map(textOf).join('\n\n'),
        yes: 'Approve',
      }
    case 'solana:signTransaction':
    case 'solana:signAndSendTransaction':
      return describeTransactions(origin, network, request)
  }
}

type Signing = Extract<SolanaRequest, { transactions: readonly Uint8Array[] }>

function describeTransactions(
  origin: string,
  network: string,
  { feature, address, transactions }: Signing,
): Description {
  const steps = transactions.flatMap(stepsOf)
  const [only, ...others] = steps.map(paymentOf)
  const facts = [
    ['From', address],
    ['Network', network],
  ] as const
  const note = `${origin} asks for this. The network fee comes on top.`
  if (only && others.length === 0)
    return {
      title: `Send ${formatUnits(only.lamports, 9)} SOL?`,
      note,
      facts: [['To', only.to], ...facts],
      yes: 'Approve',
    }
  const act = feature === 'solana:signAndSendTransaction' ? 'Send' : 'Sign'
  const title =
    transactions.length === 1
      ? `${act} this transaction?`
      : `${act} ${transactions.length} transactions?`
  return {
    title,
    note,
    facts,
    body: steps
      .map(
        ({ program, data }, index) =>
          `${index + 1}. Program ${program ?? 'from a lookup table'}\n${data.length} bytes`,
      )
      .join('\n\n'),
    yes: 'Approve',
  }
}

/** The instructions of a transaction, without those that only set its fee. */
const stepsOf = (bytes: Uint8Array): readonly Step[] =>
  readSteps(bytes.slice(1 + 64 * (bytes[0] ?? 0))).filter(
    ({ program }) => program !== budgetProgram,
  )

/** A transfer of lamports; undefined for any other instruction. System Program, Transfer */
function paymentOf({
  program,
  accounts: [, to],
  data,
}: Step): { to: string; lamports: bigint } | undefined {
  if (program !== systemProgram || data.length !== 12 || to === undefined) return undefined
  const view = new DataView(Uint8Array.from(data).buffer)
  return view.getUint32(0, true) === 2 ? { to, lamports: view.getBigUint64(4, true) } : undefined
}

/** The signed text, or the bytes if they are no text. */
function textOf(message: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(message)
  } catch {
    return `0x${[...message].map((byte) => byte.toString(16).padStart(2, '0')).join('')}` // not UTF-8
  }
}
