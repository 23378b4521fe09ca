import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { causesOf } from './causesOf.ts'

const missing = () => readFile('/nowhere/a secret').catch((error: unknown) => error)

test('causesOf returns the names and codes of an error and its causes, but no messages', async () => {
  const cause = await missing()
  expect(causesOf(cause)).toMatch(/^Error ENOENT/)
  expect(causesOf(new TypeError('a secret', { cause }))).toMatch(
    /^TypeError < Error ENOENT at causesOf\.test\.ts:\d+$/,
  )
  expect(causesOf(cause)).not.toContain('secret')
})

test('causesOf leaves out a code that is not a plain word', () => {
  for (const code of ['a secret', 'X'.repeat(41), '', 7, undefined])
    expect(causesOf(Object.assign(new Error('x'), { code }))).toMatch(/^Error at /)
})

test('causesOf returns the type of a value that is not an error', () => {
  expect([causesOf('a secret'), causesOf(undefined)]).toEqual(['string', 'undefined'])
})

test('causesOf leaves out a message that looks like a stack, and a name that is not a plain word', () => {
  const hostile = new Error(
    'refused\n    at login (postgres.of.somebody:hunter2:5432:1)\n    at 4111:11:1',
  )
  const text = causesOf(hostile)
  expect(text).toMatch(/^Error at causesOf\.test\.ts:\d+$/)
  for (const name of [
    'postgres://user:pass@db.example',
    '\u001B[31mError',
    'X'.repeat(61),
    '',
    'a\nb',
  ])
    expect(causesOf(Object.assign(new Error('x'), { name }))).toMatch(/^Error at causesOf/)
  hostile.message = 'another one' // its stack still contains the first message
  expect(causesOf(hostile)).not.toMatch(/hunter2|4111/)
})
