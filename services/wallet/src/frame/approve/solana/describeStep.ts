import { fill } from '../../ui/fill.ts'
import { formatAmount } from '../formatAmount.ts'
import { short, type EffectWords } from '../transaction/amountOf.ts'
import type { messages } from './messages.ts'
import { tokenPrograms } from './programs/tokenPrograms.ts'
import { noOwners } from './readOwners.ts'
import type { Owners } from './readOwners.ts'
import type { Account, KnownStep, ReadStep, Right, Step } from './Step.ts'
import { isUnknownKind } from './verdicts.ts'
import type { SolanaKind } from './verdicts.ts'

/** Decimals of SOL: one SOL is 10^9 lamports. */
export const solDecimals = 9

/**
 * The texts of steps in the visitor's language: those shared with Ethereum, and Solana's own.
 */
export type StepWords = EffectWords & { solana: (typeof messages)['texts'] }

/** The severity of an effect. A danger needs a tick. */
export type Level = 'plain' | 'warning' | 'danger'

/**
 * An account that matters in a step, with its role as `name`. `isText`: words are shown
 * instead of an address.
 */
export type Party = { name: string; address: string; isText?: boolean }

/**
 * A step in words: a heading, the accounts that matter, the severity, and the raw step where
 * the words do not cover all of it.
 */
export type StepText = {
  title: string
  parties: readonly Party[]
  level: Level
  why: readonly string[]
  raw?: ReadStep['raw']
}

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

/**
 * Describes a step in plain words.
 * - `own`: the signing account
 * - `program`: the program of the step
 * - `owners`: the known owners of token accounts
 */
export function describeStep(
  read: ReadStep,
  words: StepWords,
  { own, program, owners = noOwners }: { own: string; program: string; owners?: Owners },
): StepText {
  const { step, extraBytes, extraAccounts, raw } = read
  const { solana } = words
  const kinds = kindsOf(read, program)
  const {
    title,
    parties,
    level,
    why = [],
  } = step.kind === 'unknown'
    ? unknownText(step, raw, words, own)
    : knownText(step, words, { own, owners })
  const isUnknown = kinds.some(isUnknownKind)
  const notes = [
    ...why,
    // a token of this program may have a fee, which only a step with a fee field names
    ...(step.kind === 'token' && step.fee === undefined && program === tokenPrograms.token2022
      ? [solana.mayKeep]
      : []),
    ...(kinds.includes('stepLookedUp') ? [solana.lookedUpWhy] : []),
    ...(kinds.includes('stepUnnamed') ? [solana.unnamedWhy] : []),
    ...(extraBytes > 0 ? [fill(solana.extraBytes, { count: extraBytes })] : []),
    ...(extraAccounts.length > 0
      ? [fill(solana.extraAccounts, { count: extraAccounts.length })]
      : []),
  ]
  const named = parties.map(
    ({ name, address, isText }): Party => ({
      name,
      address: address ?? solana.lookedUp,
      ...((isText === true || address === undefined) && { isText: true }),
    }),
  )
  return {
    title,
    parties: named,
    level: isUnknown ? 'danger' : extraAccounts.length > 0 && level === 'plain' ? 'warning' : level,
    why: notes,
    ...((isUnknown || extraAccounts.length > 0) && { raw }),
  }
}

/** The kinds of a step in the table of verdicts. */
function kindsOf(
  { step, extraBytes, extraAccounts }: ReadStep,
  program: string,
): readonly SolanaKind[] {
  if (step.kind === 'unknown') return ['otherStep']
  const isActive =
    program === tokenPrograms.token2022 ||
    extraAccounts.some(({ isSigner, isWritable }) => isSigner || isWritable)
  return [
    'step',
    ...(extraBytes > 0 ? (['stepWithBytes'] as const) : []),
    ...(extraAccounts.length === 0
      ? []
      : isActive
        ? (['stepWithAccounts'] as const)
        : (['stepWithReferences'] as const)),
    ...(isLookedUp(step) ? (['stepLookedUp'] as const) : []),
    ...(step.kind === 'token' && step.mint === null ? (['stepUnnamed'] as const) : []),
  ]
}

/**
 * Whether an account that the step names is in a lookup table. A missing `decimals` does not
 * count.
 */
function isLookedUp(step: KnownStep): boolean {
  const { kind: _, ...rest } = step
  const accounts = Object.entries(rest).flatMap(([name, value]: [string, unknown]) =>
    name === 'decimals' || name === 'fee'
      ? []
      : Array.isArray(value)
        ? (value as readonly unknown[])
        : [value],
  )
  return accounts.includes(undefined)
}

type Text = {
  title: string
  parties: readonly { name: string; address: Account; isText?: boolean }[]
  level: Level
  why?: readonly string[]
}

/** The danger of an unknown program: it may use every account that it gets. */
function unknownText(
  step: Step & { kind: 'unknown' },
  { accounts }: ReadStep['raw'],
  words: StepWords,
  own: string,
): Text {
  const { solana } = words
  const use = accounts.filter(({ address, isSigner }) => address === own && isSigner)
  const why =
    use.length === 0
      ? []
      : [use.some(({ isWritable }) => isWritable) ? solana.unknownTakes : solana.unknownSigns]
  return {
    title: words.unknown,
    parties: [{ name: solana.program, address: step.program }],
    level: 'danger',
    why: [...why, fill(words.unknownWhy, { count: step.bytes })],
  }
}

function knownText(
  step: KnownStep,
  words: StepWords,
  { own, owners }: { own: string; owners: Owners },
): Text {
  const { solana } = words
  const party = (name: string, address: Account) => ({ name, address })
  const textParty = (name: string, address: string) => ({ name, address, isText: true })
  const [from, to] =
    'from' in step && 'to' in step ? [party(words.from, step.from), party(words.to, step.to)] : []
  const ownerOf = (account: Account) => {
    const owner = owners.get(account ?? '')
    return owner === undefined ? [] : [party(solana.owner, owner)]
  }
  const both = from && to ? [from, to] : []
  const sol = 'amount' in step ? `${formatAmount(step.amount, solDecimals)} SOL` : ''
  switch (step.kind) {
    case 'transfer':
      return { title: fill(words.send, { amount: sol }), parties: both, level: 'plain' }
    case 'token': {
      const fee =
        step.fee !== undefined && step.fee > 0n
          ? [
              fill(solana.keeps, {
                amount: amountOf({ amount: step.fee, decimals: step.decimals }, words),
              }),
            ]
          : []
      const level = fee.length > 0 ? 'warning' : 'plain'
      return {
        title: fill(words.send, { amount: amountOf(step, words) }),
        parties: [
          party(words.to, step.to),
          ...ownerOf(step.to),
          step.mint === null
            ? textParty(words.token, solana.unnamed)
            : party(words.token, step.mint),
        ],
        level,
        why: fee,
      }
    }
    case 'allow':
      return {
        title: fill(words.allow, { amount: amountOf(step, words) }),
        parties: [party(words.spender, step.spender), party(solana.tokenAccount, step.account)],
        level: 'danger',
        why: [words.allowWhy],
      }
    case 'disallow':
      return {
        title: solana.disallow,
        parties: [party(solana.tokenAccount, step.account)],
        level: 'plain',
      }
    case 'right':
      return {
        title: solana.right,
        parties: [
          textParty(solana.rightName, rightOf(step.right, words)),
          party(solana.over, step.over),
          step.to === null
            ? textParty(solana.holder, solana.nobody)
            : party(solana.holder, step.to),
        ],
        level: 'danger',
        why: [solana.rightWhy],
      }
    case 'assign':
      return {
        title: solana.assign,
        parties: [party(solana.over, step.account), party(solana.program, step.program)],
        level: 'danger',
        why: step.account === own ? [solana.assignOwnWhy, solana.assignWhy] : [solana.assignWhy],
      }
    case 'allocate':
      return {
        title: solana.allocate,
        parties: [party(solana.over, step.account)],
        level: 'danger',
        why: [solana.allocateWhy],
      }
    case 'create':
      return {
        title: fill(solana.create, { amount: sol }),
        parties: [
          party(solana.newAccount, step.account),
          party(words.from, step.from),
          party(solana.program, step.program),
        ],
        level: step.account !== own && ownersOfAccounts.has(step.program) ? 'warning' : 'danger',
        why: [solana.createWhy],
      }
    case 'withdraw':
      return {
        title: fill(words.unwrap, { amount: sol }),
        parties: both,
        level: step.to === own ? 'plain' : 'warning',
      }
    case 'close':
      return {
        title: step.what === 'token' ? solana.close : solana.closeOther,
        parties: [
          party(step.what === 'token' ? solana.tokenAccount : solana.over, step.account),
          party(words.to, step.to),
        ],
        level: step.to === own ? 'warning' : 'danger',
        why: [solana.closeWhy],
      }
    case 'burn':
      return {
        title: fill(solana.burn, { amount: amountOf(step, words) }),
        parties: [party(solana.tokenAccount, step.account), party(words.token, step.mint)],
        level: 'danger',
        why: [solana.burnWhy],
      }
    case 'mint':
      return {
        title: fill(solana.mint, { amount: amountOf(step, words) }),
        parties: [party(words.to, step.to), ...ownerOf(step.to), party(words.token, step.mint)],
        level: 'warning',
      }
    case 'open': {
      const isOthers = !step.isPlain && step.owner !== own
      return {
        title: solana.open,
        parties: [party(solana.owner, step.owner), party(words.token, step.mint)],
        level: isOthers ? 'warning' : 'plain',
        why: isOthers ? [solana.setupWhy] : [solana.openWhy],
      }
    }
    case 'freeze':
    case 'thaw':
      return {
        title: solana[step.kind],
        parties: [party(solana.tokenAccount, step.account)],
        level: 'warning',
      }
    case 'newToken':
      return {
        title: solana.newToken,
        parties: [
          party(words.token, step.mint),
          party(solana.rightMint, step.minter),
          ...(step.freezer === null ? [] : [party(solana.rightFreeze, step.freezer)]),
        ],
        level: 'plain',
      }
    case 'nested':
      return {
        title: solana.nested,
        parties: [...both, party(words.token, step.mint)],
        level: 'warning',
      }
    case 'sync':
      return {
        title: solana.sync,
        parties: [party(solana.tokenAccount, step.account)],
        level: 'plain',
      }
    case 'memo':
      return { title: solana.memo, parties: [], level: 'plain', why: [step.text] }
    case 'budget':
      return { title: solana.budget, parties: [], level: 'plain' }
    case 'advance':
      return {
        title: solana.advance,
        parties: [party(solana.nonceAccount, step.account)],
        level: 'warning',
      }
    case 'setup': {
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
    case 'stake':
      return {
        title: solana.stake,
        parties: [party(solana.validator, step.validator), party(solana.stakeAccount, step.stake)],
        level: 'plain',
      }
    case 'unstake':
      return {
        title: solana.unstake,
        parties: [party(solana.stakeAccount, step.stake)],
        level: 'plain',
      }
    case 'split':
    case 'moveStake':
      return { title: fill(solana[step.kind], { amount: sol }), parties: both, level: 'warning' }
    case 'merge':
      return { title: solana.merge, parties: both, level: 'warning' }
    case 'lock':
      return {
        title: solana.lock,
        parties: [
          party(solana.stakeAccount, step.stake),
          ...(step.holder === null ? [] : [party(solana.holder, step.holder)]),
        ],
        level: 'danger',
        why: [solana.lockWhy],
      }
    case 'code':
      return {
        title: solana.code,
        parties: [party(solana.program, step.program), party(solana.buffer, step.buffer)],
        level: 'danger',
        why: [solana.codeWhy],
      }
    case 'table':
      return {
        title: solana.table,
        parties: [party(solana.lookupTable, step.table)],
        level: 'warning',
      }
    case 'checks':
      return { title: fill(solana.checks, { count: step.count }), parties: [], level: 'plain' }
  }
}

function rightOf(right: Right, { solana }: StepWords): string {
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
