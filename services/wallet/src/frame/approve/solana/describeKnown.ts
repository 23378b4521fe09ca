import { fill } from '../../ui/fill.ts'
import { formatAmount } from '../formatAmount.ts'
import { short, type EffectWords } from '../transaction/amountOf.ts'
import type { messages } from './messages.ts'
import { tokenPrograms } from './programs/tokenPrograms.ts'
import type { Owners } from './readOwners.ts'
import type { Account, KnownStep, Right } from './Step.ts'

/** Decimals of SOL: one SOL is 10^9 lamports. */
export const solDecimals = 9

/**
 * The texts of steps in the visitor's language: those that are shared with Ethereum, and Solana's
 * own.
 */
export type StepWords = EffectWords & { solana: (typeof messages)['texts'] }

/** The severity of an effect. A danger needs a tick. */
export type Level = 'plain' | 'warning' | 'danger'

/** A step in words, before the notes that every step may have. */
export type StepSummary = {
  title: string
  /** `address` is undefined where only a lookup table contains it. */
  parties: readonly { name: string; address: Account; isText?: boolean }[]
  level: Level
  why?: readonly string[]
}

/** The texts, the signing account, and the known owners of token accounts. */
type Context = { words: StepWords; own: string; owners: Owners }

/**
 * Programs that may own a new account without danger: another step names the account's
 * holders.
 */
const ownersOfAccounts: ReadonlySet<Account> = new Set([
  '11111111111111111111111111111111',
  ...Object.values(tokenPrograms),
  'Stake11111111111111111111111111111111111111',
  'Vote111111111111111111111111111111111111111',
])

/** Describes a step that is in the table of programs. */
export function describeKnown(step: KnownStep, context: Context): StepSummary {
  // `step.kind` selects the function for this very kind of step
  const describe = describers[step.kind] as (step: KnownStep, context: Context) => StepSummary
  return describe(step, context)
}

const describers: {
  [kind in KnownStep['kind']]: (step: KnownStep & { kind: kind }, context: Context) => StepSummary
} = {
  transfer: (step, { words }) => ({
    title: fill(words.send, { amount: solOf(step.amount) }),
    parties: bothOf(step, words),
    level: 'plain',
  }),
  token: describeToken,
  allow: (step, { words }) => ({
    title: fill(words.allow, { amount: amountOf(step, words) }),
    parties: [party(words.spender, step.spender), party(words.solana.tokenAccount, step.account)],
    level: 'danger',
    why: [words.allowWhy],
  }),
  disallow: (step, { words: { solana } }) => ({
    title: solana.disallow,
    parties: [party(solana.tokenAccount, step.account)],
    level: 'plain',
  }),
  right: (step, { words: { solana } }) => ({
    title: solana.right,
    parties: [
      textParty(solana.rightName, rightOf(step.right, solana)),
      party(solana.over, step.over),
      step.to === null ? textParty(solana.holder, solana.nobody) : party(solana.holder, step.to),
    ],
    level: 'danger',
    why: [solana.rightWhy],
  }),
  assign: (step, { words: { solana }, own }) => ({
    title: solana.assign,
    parties: [party(solana.over, step.account), party(solana.program, step.program)],
    level: 'danger',
    why: step.account === own ? [solana.assignOwnWhy, solana.assignWhy] : [solana.assignWhy],
  }),
  allocate: (step, { words: { solana } }) => ({
    title: solana.allocate,
    parties: [party(solana.over, step.account)],
    level: 'danger',
    why: [solana.allocateWhy],
  }),
  create: (step, { words, own }) => ({
    title: fill(words.solana.create, { amount: solOf(step.amount) }),
    parties: [
      party(words.solana.newAccount, step.account),
      party(words.from, step.from),
      party(words.solana.program, step.program),
    ],
    level: step.account !== own && ownersOfAccounts.has(step.program) ? 'warning' : 'danger',
    why: [words.solana.createWhy],
  }),
  withdraw: (step, { words, own }) => ({
    title: fill(words.unwrap, { amount: solOf(step.amount) }),
    parties: bothOf(step, words),
    level: step.to === own ? 'plain' : 'warning',
  }),
  close: (step, { words: { solana, to }, own }) => ({
    title: step.what === 'token' ? solana.close : solana.closeOther,
    parties: [
      party(step.what === 'token' ? solana.tokenAccount : solana.over, step.account),
      party(to, step.to),
    ],
    level: step.to === own ? 'warning' : 'danger',
    why: [solana.closeWhy],
  }),
  burn: (step, { words }) => ({
    title: fill(words.solana.burn, { amount: amountOf(step, words) }),
    parties: [party(words.solana.tokenAccount, step.account), party(words.token, step.mint)],
    level: 'danger',
    why: [words.solana.burnWhy],
  }),
  mint: (step, context) => ({
    title: fill(context.words.solana.mint, { amount: amountOf(step, context.words) }),
    parties: [
      party(context.words.to, step.to),
      ...ownerOf(step.to, context),
      party(context.words.token, step.mint),
    ],
    level: 'warning',
  }),
  open: describeOpen,
  freeze: describeFreeze,
  thaw: describeFreeze,
  newToken: (step, { words: { solana, token } }) => ({
    title: solana.newToken,
    parties: [
      party(token, step.mint),
      party(solana.rightMint, step.minter),
      ...(step.freezer === null ? [] : [party(solana.rightFreeze, step.freezer)]),
    ],
    level: 'plain',
  }),
  nested: (step, { words }) => ({
    title: words.solana.nested,
    parties: [...bothOf(step, words), party(words.token, step.mint)],
    level: 'warning',
  }),
  sync: (step, { words: { solana } }) => ({
    title: solana.sync,
    parties: [party(solana.tokenAccount, step.account)],
    level: 'plain',
  }),
  memo: (step, { words: { solana } }) => ({
    title: solana.memo,
    parties: [],
    level: 'plain',
    why: [step.text],
  }),
  budget: (_, { words: { solana } }) => ({ title: solana.budget, parties: [], level: 'plain' }),
  advance: (step, { words: { solana } }) => ({
    title: solana.advance,
    parties: [party(solana.nonceAccount, step.account)],
    level: 'warning',
  }),
  setup: describeSetup,
  stake: (step, { words: { solana } }) => ({
    title: solana.stake,
    parties: [party(solana.validator, step.validator), party(solana.stakeAccount, step.stake)],
    level: 'plain',
  }),
  unstake: (step, { words: { solana } }) => ({
    title: solana.unstake,
    parties: [party(solana.stakeAccount, step.stake)],
    level: 'plain',
  }),
  split: describeSplit,
  moveStake: describeSplit,
  merge: (step, { words }) => ({
    title: words.solana.merge,
    parties: bothOf(step, words),
    level: 'warning',
  }),
  lock: (step, { words: { solana } }) => ({
    title: solana.lock,
    parties: [
      party(solana.stakeAccount, step.stake),
      ...(step.holder === null ? [] : [party(solana.holder, step.holder)]),
    ],
    level: 'danger',
    why: [solana.lockWhy],
  }),
  code: (step, { words: { solana } }) => ({
    title: solana.code,
    parties: [party(solana.program, step.program), party(solana.buffer, step.buffer)],
    level: 'danger',
    why: [solana.codeWhy],
  }),
  table: (step, { words: { solana } }) => ({
    title: solana.table,
    parties: [party(solana.lookupTable, step.table)],
    level: 'warning',
  }),
  checks: (step, { words: { solana } }) => ({
    title: fill(solana.checks, { count: step.count }),
    parties: [],
    level: 'plain',
  }),
}

/** A token's own fee is a warning, because less arrives than is sent. */
function describeToken(step: KnownStep & { kind: 'token' }, context: Context): StepSummary {
  const { words } = context
  const { solana } = words
  const fee =
    step.fee !== undefined && step.fee > 0n
      ? [
          fill(solana.keeps, {
            amount: amountOf({ amount: step.fee, decimals: step.decimals }, words),
          }),
        ]
      : []
  return {
    title: fill(words.send, { amount: amountOf(step, words) }),
    parties: [
      party(words.to, step.to),
      ...ownerOf(step.to, context),
      step.mint === null ? textParty(words.token, solana.unnamed) : party(words.token, step.mint),
    ],
    level: fee.length > 0 ? 'warning' : 'plain',
    why: fee,
  }
}

function describeOpen(
  step: KnownStep & { kind: 'open' },
  { words: { solana, token }, own }: Context,
): StepSummary {
  const isOthers = !step.isPlain && step.owner !== own
  return {
    title: solana.open,
    parties: [party(solana.owner, step.owner), party(token, step.mint)],
    level: isOthers ? 'warning' : 'plain',
    why: isOthers ? [solana.setupWhy] : [solana.openWhy],
  }
}

function describeFreeze(
  step: KnownStep & { kind: 'freeze' | 'thaw' },
  { words: { solana } }: Context,
): StepSummary {
  return {
    title: solana[step.kind],
    parties: [party(solana.tokenAccount, step.account)],
    level: 'warning',
  }
}

function describeSetup(
  step: KnownStep & { kind: 'setup' },
  { words: { solana }, own }: Context,
): StepSummary {
  const isOthers = step.holders.some((holder) => holder !== own)
  return {
    title: solana.setup,
    parties: [
      party(solana.over, step.account),
      ...[...new Set(step.holders)].map((holder) => party(solana.owner, holder)),
    ],
    level: isOthers ? 'danger' : 'plain',
    why: isOthers ? [solana.setupWhy] : [],
  }
}

function describeSplit(
  step: KnownStep & { kind: 'split' | 'moveStake' },
  { words }: Context,
): StepSummary {
  return {
    title: fill(words.solana[step.kind], { amount: solOf(step.amount) }),
    parties: bothOf(step, words),
    level: 'warning',
  }
}

const party = (name: string, address: Account) => ({ name, address })
const textParty = (name: string, address: string) => ({ name, address, isText: true })
const bothOf = ({ from, to }: { from: Account; to: Account }, words: StepWords) => [
  party(words.from, from),
  party(words.to, to),
]
const solOf = (lamports: bigint) => `${formatAmount(lamports, solDecimals)} SOL`

/** The owner of a token account, as a party, where it is known. */
function ownerOf(account: Account, { owners, words: { solana } }: Context) {
  const owner = owners.get(account ?? '')
  return owner === undefined ? [] : [party(solana.owner, owner)]
}

function rightOf(right: Right, solana: StepWords['solana']): string {
  const texts: Record<Right, string> = {
    owner: solana.rightOwner,
    close: solana.rightClose,
    mint: solana.rightMint,
    freeze: solana.rightFreeze,
    takeAll: solana.rightTakeAll,
    stake: solana.rightStake,
    withdraw: solana.rightWithdraw,
    nonce: solana.rightNonce,
    vote: solana.rightVote,
    code: solana.rightCode,
    setting: solana.rightSetting,
  }
  return texts[right]
}

function amountOf(
  { amount, decimals }: { amount: bigint; decimals: number | undefined },
  words: StepWords,
): string {
  return decimals === undefined
    ? fill(words.units, { amount: short(amount), name: words.someToken })
    : fill(words.solana.tokens, { amount: formatAmount(amount, decimals) })
}
