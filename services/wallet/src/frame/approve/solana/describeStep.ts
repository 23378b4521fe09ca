import { fill } from '../../ui/fill.ts'
import { formatUnits } from '../formatUnits.ts'
import { short } from '../transaction/amountOf.ts'
import { messages as words } from '../transaction/messages.ts'
import type { Step } from './decodeInstruction.ts'
import { messages } from './messages.ts'

/** Lamports of one SOL, as places. */
export const solDecimals = 9

/** A step in words: a heading, the accounts that matter, and how bad it could be. */
export type StepText = { title: string; parties: readonly { name: string; address: string }[]; level: 'plain' | 'warning' | 'danger'; why?: string }

/** Describes a step in plain words. */
export function describeStep(step: Step): StepText {
  const text = textOf(step)
  // somebody whom the visitor can't compare
  const isHidden = 'account' in step || 'to' in step || 'spender' in step || 'owner' in step ? text.parties.some(({ address }) => address === messages.lookedUp) : false
  return isHidden ? { ...text, level: 'danger', why: text.why === undefined ? messages.lookedUpWhy : `${messages.lookedUpWhy} ${text.why}` } : text
}

function textOf(step: Step): StepText {
  const party = (name: string, address: string | undefined) => ({ name, address: address ?? messages.lookedUp })
  switch (step.kind) {
    case 'transfer':
      return { title: fill(words.send, { amount: `${formatUnits(step.amount, solDecimals)} SOL` }), parties: [party(words.from, step.from), party(words.to, step.to)], level: 'plain' }
    case 'token':
      return { title: fill(words.send, { amount: amountOf(step) }), parties: [party(words.to, step.to), party(words.token, step.mint === null ? messages.unnamed : step.mint)], level: 'plain' }
    case 'allow':
      return { title: fill(words.allow, { amount: amountOf(step) }), parties: [party(words.spender, step.spender), party(messages.tokenAccount, step.account)], level: 'danger', why: words.allowWhy }
    case 'authority':
      return { title: messages.authority, parties: [party(messages.tokenAccount, step.account)], level: 'danger', why: messages.authorityWhy }
    case 'close':
      return { title: messages.close, parties: [party(messages.tokenAccount, step.account), party(words.to, step.to)], level: 'warning', why: messages.closeWhy }
    case 'open':
      return { title: messages.open, parties: [party(messages.owner, step.owner), party(words.token, step.mint)], level: 'plain' }
    case 'memo':
      return { title: messages.memo, parties: [], level: 'plain', why: step.text }
    case 'nonce':
      return { title: messages.nonce, parties: [party(messages.nonceAccount, step.account)], level: 'danger', why: messages.nonceWhy }
    case 'budget':
      return { title: messages.budget, parties: [], level: 'plain' }
    case 'unknown':
      return { title: words.unknown, parties: [party(messages.program, step.program)], level: 'warning', why: fill(words.unknownWhy, { count: step.bytes }) }
  }
}

function amountOf({ amount, decimals }: { amount: bigint; decimals: number | undefined }): string {
  return decimals === undefined ? fill(words.units, { amount: short(amount), name: words.someToken }) : fill(messages.tokens, { amount: formatUnits(amount, decimals) })
}
