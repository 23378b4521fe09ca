/**
 * The border: foreign bytes become typed values here. It checks the bytes first, then nesting, then
 * the number of values (`readJson.ts`), then the shape. The first fault ends the reading, so its
 * cost is linear in the bytes read and limited.
 */
import * as v from 'valibot'
import { BorderError } from './readJson.ts'

export { listOf } from './listOf.ts'
export { BorderError, readJson } from './readJson.ts'
export type { BorderFault, JsonLimits } from './readJson.ts'

/**
 * The value, typed by its schema. Ends at the first fault. In a schema, a list has its max length
 * before its items.
 * @throws BorderError `shape`
 */
export function readShape<schema extends v.GenericSchema>(
  schema: schema,
  value: unknown,
): v.InferOutput<schema> {
  const result = v.safeParse(schema, value, firstFault)
  if (result.success) return result.output
  const [issue] = result.issues
  throw new BorderError(
    'shape',
    `Another shape at ${(v.getDotPath(issue) ?? 'the root').slice(0, 100)}`,
    issue,
  )
}

const firstFault = { abortEarly: true, abortPipeEarly: true } as const
