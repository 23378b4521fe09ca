import { fieldNames, fields, startState } from './fields.ts'
import type { Field, PlaygroundState } from './fields.ts'

/** Characters of an address that are read; a longer one is not ours. */
const maxLength = 6_000

type Value = string | boolean | readonly string[]

/** Reads one value; undefined for a text that is none. */
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

/** Whether a value is another one than at the start. */
export const isChanged = (state: PlaygroundState, name: keyof PlaygroundState): boolean =>
  writeValue(state[name]) !== writeValue(startState[name])

/**
 * Reads the state from the part of an address after `#`. What is not a value of its field, or of no
 * field, is ignored.
 */
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

/** Writes what differs from the start, to stand after `#` in an address; empty if nothing does. */
export function writeHash(state: PlaygroundState): string {
  const changed = fieldNames.filter((name) => isChanged(state, name))
  return new URLSearchParams(changed.map((name) => [name, writeValue(state[name])])).toString()
}
