import type { Effect } from '../../decode/Effect.ts'
import type { Grant } from './Simulation.ts'

/**
 * The grants of a simulation that the data of the calls does not show. The visitor has to read
 * these grants in addition to the effects.
 */
export function unreportedGrants(
  grants: readonly Grant[],
  effects: readonly Effect[],
): readonly Grant[] {
  const reported = effects.flatMap(effectsIn)
  return grants.filter((grant) => !reported.some((effect) => isReported(effect, grant)))
}

/** An effect and the effects inside of it. */
export const effectsIn = (effect: Effect): readonly Effect[] =>
  effect.kind === 'several'
    ? effect.parts.flatMap(effectsIn)
    : 'part' in effect
      ? [effect, ...effectsIn(effect.part)]
      : [effect]

/**
 * Whether an effect covers a grant: the same contract and spender, at least the amount, and at
 * least the time. A grant with an end is Permit2's; a grant without an end is the token's own.
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
  // for a piece, `amount` is its number
  return grant.isPiece ? effect.amount === grant.amount : effect.amount >= grant.amount
}

const spenderOf = (grant: Grant) => (grant.kind === 'allow' ? grant.spender : grant.operator)
