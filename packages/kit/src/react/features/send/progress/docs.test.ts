import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { messages as swapMessages } from '../../swap/progress/messages.ts'
import { messages } from './messages.ts'

const page = readFileSync(
  new URL('../../../../../../../docs/transactions.md', import.meta.url),
  'utf8',
)
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
const saysNothing = /^Nothing (was|is) /

test('every status has a row in the documentation', () => {
  const named = rows.flatMap(([statuses = '']) => statuses.match(/`\w+`/g)?.slice(0, 1) ?? [])
  expect(new Set(named)).toEqual(
    new Set(
      ['pending', 'mined', 'failed', 'changed', 'replaced', 'cancelled', 'dropped', 'unseen'].map(
        (status) => `\`${status}\``,
      ),
    ),
  )
})

test.each(rows.map(([statuses = '', , , words = '']) => [statuses, words]))(
  'the documented text of %s equals the text of the screen',
  (_, words) => {
    const quoted = Array.from(words.matchAll(/"([^"]+)"/g), ([, text]) => text)
    expect(quoted.length).toBeGreaterThan(0)
    const known: readonly string[] = Object.values(messages.texts)
    expect(quoted.filter((text) => !known.some((entry) => entry === text))).toEqual([])
  },
)

test('only a proved status has a text that says nothing was sent', () => {
  const claiming = rows
    .filter(([, , , words = '']) => words.includes('Nothing'))
    .map(([statuses]) => statuses)
  expect(claiming).toEqual(['`cancelled`', '`dropped`, with `isExpired`'])
  expect(
    Object.entries(messages.texts)
      .filter(([, text]) => saysNothing.test(text))
      .map(([name]) => name),
  ).toEqual(['refusedText', 'droppedText'])
  expect(
    Object.entries(swapMessages.texts)
      .filter(([, text]) => saysNothing.test(text))
      .map(([name]) => name),
  ).toEqual(['nothingText', 'allowedText'])
})
