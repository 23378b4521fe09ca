import fc from 'fast-check'
import { states } from './arbitraryState.ts'
import { startState } from './fields.ts'
import { writeCode } from './writeCode.ts'

/**
 * Returns the playground's code for the start state and for generated states, the same in every
 * run. `npm run check -- snippets` compiles it.
 */
export const sampleCode = (): readonly string[] =>
  [startState, ...fc.sample(states, { numRuns: 60, seed: 7 })].map(writeCode)
