import { fieldNames, fields, startState } from './fields.ts'
import type { Field, PlaygroundState } from './fields.ts'

/**
 * The maximum length of a fragment that is read, in characters. The playground never writes a
 * longer one.
 */
const maxLength = 6_000

type Value = string | boolean | readonly string[]

/** Reads one value; undefined if the text is not valid for the field. */
function readValue(field: Field, text: string): Value | undefined {
  if (field.kind === 'flag') return text === '1' ? true : text === '0' ? false : undefined
  if (field.kind === 'choice') return field.names.includes(text) ? text : undefined
  if (field.kind === 'text') return field.pattern.test(text) ? text : undefined
  const names = text === '' ? [] : text.split(',')
  const isList =
    names.length >= field.min &&
    new Set(names).size === names.length &&
    names.every((name) => field.names.includes(name))
  if (!isList) return undefined
  return field.isOrdered ? names : field.names.filter((name) => names.includes(name))
}

const writeValue = (value: Value): string =>
  typeof value === 'boolean'
    ? value
      ? '1'
      : '0'
    : typeof value === 'string'
      ? value
      : value.join(',')

/** Whether a value differs from the start value. */
export const isChanged = (state: PlaygroundState, name: keyof PlaygroundState): boolean =>
  writeValue(state[name]) !== writeValue(startState[name])

/** Reads the state from a URL's fragment. Invalid values and unknown fields are ignored. */
export function readHash(hash: string): PlaygroundState {
  const text = hash.replace(/^#/, '')
  if (text.length > maxLength) return startState
  const given = new URLSearchParams(text)
  const read = fieldNames.flatMap((name) => {
    const text = given.get(name)
    const value = text === null ? undefined : readValue(fields[name], text)
    return value === undefined ? [] : [[name, value]]
  })
  return { ...startState, ...Object.fromEntries(read) }
}

/**
 * Writes the values that differ from the start values as a URL's fragment; empty if there are none.
 */
export function writeHash(state: PlaygroundState): string {
  const changed = fieldNames.filter((name) => isChanged(state, name))
  return new URLSearchParams(changed.map((name) => [name, writeValue(state[name])])).toString()
}
