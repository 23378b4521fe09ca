import { fill } from '../../ui/fill.ts'
import { describeKnown } from './describeKnown.ts'
import type { Level, StepSummary, StepWords } from './describeKnown.ts'
import { tokenPrograms } from './programs/tokenPrograms.ts'
import { noOwners } from './readOwners.ts'
import type { Owners } from './readOwners.ts'
import type { KnownStep, ReadStep, Step } from './Step.ts'
import { isUnknownKind } from './verdicts.ts'
import type { SolanaKind } from './verdicts.ts'

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
    : describeKnown(step, { words, own, owners })
  const isUnknown = kinds.some(isUnknownKind)
  const notes = [
    ...why,
    // A Token-2022 token may charge a fee, which only an instruction with a fee field names.
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
 * Whether the step names an account that is only in a lookup table. A missing `decimals` or `fee`
 * does not count, because it is no account.
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

/** Describes an instruction of an unknown program, which may use every account that it gets. */
function unknownText(
  step: Step & { kind: 'unknown' },
  { accounts }: ReadStep['raw'],
  words: StepWords,
  own: string,
): StepSummary {
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
