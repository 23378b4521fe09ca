import { distance } from 'fastest-levenshtein'
import * as v from 'valibot'

type Issue = v.BaseIssue<unknown>
/**
 * The fields of Valibot's schemas for objects, lists, records, alternatives and pipes that lead to
 * inner schemas.
 */
type Inside = {
  entries?: Record<string, Inside>
  item?: Inside
  value?: Inside
  wrapped?: Inside
  options?: readonly Inside[]
  pipe?: readonly Inside[]
  getter?: (input: unknown) => Inside
}

/**
 * The sentence about an invalid setting: its path, and the fault. It never contains the value,
 * which may be a secret.
 * @param schema the schema of the whole file; for an unknown name it gives the nearest known name
 */
export function sentenceOf(schema: v.GenericSchema, issue: Issue): string {
  const path = v.getDotPath(issue) ?? 'settings'
  const steps = issue.path ?? []
  const last = steps.at(-1)
  if (issue.type === 'strict_object' && issue.expected === 'never' && last) {
    // `Inside` has only optional fields that Valibot's schemas may have
    const near = nearest(String(last.key), keysAt(schema as Inside, steps.slice(0, -1)))
    return `${path}: is no setting${near === undefined ? '' : `; did you mean ${[...path.split('.').slice(0, -1), near].join('.')}?`}`
  }
  if (issue.received === 'undefined') return `${path}: has to be given`
  return `${path}: ${plain(issue.message)}`
}

/** Removes the invalid value from a message of Valibot. */
export const plain = (message: string): string =>
  message.replace(/ but received .*$/s, '').replace(/^Invalid [\w ]+: /, '')

/** The names that an object at a path may have. */
function keysAt(schema: Inside, path: readonly v.IssuePathItem[]): string[] {
  let found = alternatives(schema, path[0]?.input)
  path.forEach((step, index) => {
    const below = found.flatMap(
      ({ entries, item, value }) => entries?.[String(step.key)] ?? item ?? value ?? [],
    )
    found = below.flatMap((entry) => alternatives(entry, path[index + 1]?.input ?? step.value))
  })
  return found.flatMap(({ entries = {} }) => Object.keys(entries))
}

function alternatives(schema: Inside, input: unknown): Inside[] {
  if (schema.pipe)
    return schema.pipe
      .slice(0, 1)
      .flatMap((option) =>
        option === schema
          ? [option]
          : alternatives({ ...option, pipe: undefined } as Inside, input),
      ) // the same schema without its pipe, which would lead here again
  if (schema.wrapped) return alternatives(schema.wrapped, input)
  if (schema.options) return schema.options.flatMap((option) => alternatives(option, input))
  return schema.getter ? alternatives(schema.getter(input), input) : [schema]
}

function nearest(name: string, known: readonly string[]): string | undefined {
  const byDistance = known
    .map((entry) => ({ entry, far: distance(name.toLowerCase(), entry.toLowerCase()) }))
    .toSorted((a, b) => a.far - b.far)
  const [best] = byDistance
  return best && best.far <= Math.max(1, Math.floor(name.length / 3)) ? best.entry : undefined
}
