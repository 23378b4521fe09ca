/**
 * The border: the only place where foreign bytes become typed values. It checks the number of
 * bytes, then the nesting and the number of values (`readJson.ts`), then the shape. It stops at the
 * first fault, so its cost is limited and linear in the bytes read.
 */
import * as v from 'valibot'
import { BorderError } from './readJson.ts'

export { listOf } from './listOf.ts'
export { BorderError, readJson } from './readJson.ts'
export type { BorderFault, JsonLimits } from './readJson.ts'

/**
 * Returns the value, typed by its schema. It stops at the first fault. So a schema must check the
 * length of a list before the list's items.
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
