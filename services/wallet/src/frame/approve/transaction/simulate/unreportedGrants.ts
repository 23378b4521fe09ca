import type { Effect } from '../../decode/Effect.ts'
import type { Grant } from './Simulation.ts'

/**
 * The grants of a test run that the data of the calls does not tell: the visitor has to read these
 * beside the effects.
 */
export function unreportedGrants(
  grants: readonly Grant[],
  effects: readonly Effect[],
): readonly Grant[] {
  const reported = effects.flatMap(effectsIn)
  return grants.filter((grant) => !reported.some((effect) => isReported(effect, grant)))
}

/** An effect and those in it. */
export const effectsIn = (effect: Effect): readonly Effect[] =>
  effect.kind === 'several'
    ? effect.parts.flatMap(effectsIn)
    : 'part' in effect
      ? [effect, ...effectsIn(effect.part)]
      : [effect]

/**
 * Whether an effect says as much as a grant: of the same contract, to the same spender, for at
 * least the amount, and as long; with an end it is of Permit2, without one of the token itself.
 */
function isReported(effect: Effect, grant: Grant): boolean {
  if (effect.kind === 'allowAll')
    return effect.isAllowed && effect.token === grant.token && effect.operator === spenderOf(grant)
  if (
    effect.kind !== 'allow' ||
    grant.kind !== 'allow' ||
    effect.token !== grant.token ||
    effect.spender !== grant.spender
  )
    return false
  if (
    effect.until === undefined || grant.until === undefined
      ? effect.until !== grant.until
      : effect.until < grant.until
  )
    return false
  // of a piece the amount is its number
  return grant.isPiece ? effect.amount === grant.amount : effect.amount >= grant.amount
}

const spenderOf = (grant: Grant) => (grant.kind === 'allow' ? grant.spender : grant.operator)
