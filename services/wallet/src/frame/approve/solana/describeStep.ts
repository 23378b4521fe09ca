import { fill } from '../../ui/fill.ts'
import { formatUnits } from '../formatUnits.ts'
import { short, type EffectWords } from '../transaction/amountOf.ts'
import type { WordsOf } from '../../words/defineMessages.ts'
import type { Step } from './decodeInstruction.ts'
import type { messages } from './messages.ts'

/** Lamports of one SOL, as places. */
export const solDecimals = 9

/** The texts of steps, in the visitor's language: those of Ethereum, and what they lack. */
export type StepWords = EffectWords & { solana: WordsOf<typeof messages> }

/** A step in words: a heading, the accounts that matter, and how bad it could be. */
export type StepText = { title: string; parties: readonly { name: string; address: string }[]; level: 'plain' | 'warning' | 'danger'; why?: string }

/** Describes a step in plain words. */
export function describeStep(step: Step, words: StepWords): StepText {
  const text = textOf(step, words)
  const { lookedUp, lookedUpWhy } = words.solana
  // somebody whom the visitor can't compare
  const isHidden = 'account' in step || 'to' in step || 'spender' in step || 'owner' in step ? text.parties.some(({ address }) => address === lookedUp) : false
  return isHidden ? { ...text, level: 'danger', why: text.why === undefined ? lookedUpWhy : `${lookedUpWhy} ${text.why}` } : text
}

function textOf(step: Step, words: StepWords): StepText {
  const { solana } = words
  const party = (name: string, address: string | undefined) => ({ name, address: address ?? solana.lookedUp })
  switch (step.kind) {
    case 'transfer':
      return { title: fill(words.send, { amount: `${formatUnits(step.amount, solDecimals)} SOL` }), parties: [party(words.from, step.from), party(words.to, step.to)], level: 'plain' }
    case 'token':
      return { title: fill(words.send, { amount: amountOf(step, words) }), parties: [party(words.to, step.to), party(words.token, step.mint === null ? solana.unnamed : step.mint)], level: 'plain' }
    case 'allow':
      return { title: fill(words.allow, { amount: amountOf(step, words) }), parties: [party(words.spender, step.spender), party(solana.tokenAccount, step.account)], level: 'danger', why: words.allowWhy }
    case 'authority':
      return { title: solana.authority, parties: [party(solana.tokenAccount, step.account)], level: 'danger', why: solana.authorityWhy }
    case 'close':
      return { title: solana.close, parties: [party(solana.tokenAccount, step.account), party(words.to, step.to)], level: 'warning', why: solana.closeWhy }
    case 'open':
      return { title: solana.open, parties: [party(solana.owner, step.owner), party(words.token, step.mint)], level: 'plain', why: solana.openWhy }
    case 'memo':
      return { title: solana.memo, parties: [], level: 'plain', why: step.text }
    case 'nonce':
      return { title: solana.nonce, parties: [party(solana.nonceAccount, step.account)], level: 'danger', why: solana.nonceWhy }
    case 'budget':
      return { title: solana.budget, parties: [], level: 'plain' }
    case 'unknown':
      return { title: words.unknown, parties: [party(solana.program, step.program)], level: 'warning', why: fill(words.unknownWhy, { count: step.bytes }) }
  }
}

function amountOf({ amount, decimals }: { amount: bigint; decimals: number | undefined }, words: StepWords): string {
  return decimals === undefined ? fill(words.units, { amount: short(amount), name: words.someToken }) : fill(words.solana.tokens, { amount: formatUnits(amount, decimals) })
}
