import fc from 'fast-check'
import { states } from './arbitraryState.ts'
import { startState } from './fields.ts'
import { writeCode } from './writeCode.ts'

/**
 * The playground's code for the start and for generated states, the same on every run: `npm run
 * check -- snippets` compiles it.
 */
export const sampleCode = (): readonly string[] =>
  [startState, ...fc.sample(states, { numRuns: 60, seed: 7 })].map(writeCode)
