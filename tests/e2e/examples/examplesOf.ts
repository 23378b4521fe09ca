/** The built examples, as `npm test -- examples` describes them. */
export type BuiltExamples = {
  /** The ports of the API and of the chain. */
  ports: readonly number[]
  /** The environment in which they were built, and start. */
  env: Readonly<Record<string, string>>
  /** The folder of each example. */
  places: Readonly<Record<string, string>>
}

/** The examples that were built for this run. @throws Error when they were not */
export function examplesOf(): BuiltExamples {
  const { LATCHKEY_EXAMPLES } = process.env
  if (!LATCHKEY_EXAMPLES)
    throw new Error('The examples are not built: run `npm test -- examples`, which builds them.')
  return JSON.parse(LATCHKEY_EXAMPLES) as BuiltExamples // scripts/test.mjs wrote it
}
