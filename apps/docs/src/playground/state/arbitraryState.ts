import fc from 'fast-check'
import { fieldNames, fields } from './fields.ts'
import type { Field, PlaygroundState } from './fields.ts'

const texts = fc.oneof(
  fc.constantFrom(
    '',
    '#b4461e',
    'light-dark(#b4461e, #ff9a66)',
    `"Comic Sans MS", 'x'`,
    '0.5',
    '400px',
    `It's {here} & <there> "now" \\n`,
  ),
  fc.string({ maxLength: 40 }),
)

function valuesOf(field: Field): fc.Arbitrary<string | boolean | readonly string[]> {
  if (field.kind === 'flag') return fc.boolean()
  if (field.kind === 'choice') return fc.constantFrom(...field.names)
  if (field.kind === 'text') return texts.filter((text) => text === '' || field.pattern.test(text))
  const lists = fc.shuffledSubarray([...field.names], { minLength: field.min })
  return field.isOrdered
    ? lists
    : lists.map((list) => field.names.filter((name) => list.includes(name)))
}

/** Generates any state of the playground, for tests. */
export const states: fc.Arbitrary<PlaygroundState> = fc.record(
  Object.fromEntries(fieldNames.map((name) => [name, valuesOf(fields[name])])),
) as unknown as fc.Arbitrary<PlaygroundState> // it has a value for each field
