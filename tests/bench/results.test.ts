import { expect, test } from 'vitest'
import type { Group, Row } from './group.ts'
import { mergeSections, toSection } from './results.ts'

const sectionsOf = (text: string) =>
  text
    .split(/^(?=## )/m)
    .slice(1)
    .map((section) => section.trim())

test('`mergeSections` leaves sections without a new measurement unchanged', () => {
  const before = '# Results\n\n## One\n\nold\n\n## Two\n\nold\n'
  expect(sectionsOf(mergeSections(before, ['## Two\n\nnew\n'], ['One', 'Two']))).toEqual([
    '## One\n\nold',
    '## Two\n\nnew',
  ])
})

test('`mergeSections` sorts sections by the given order', () => {
  expect(sectionsOf(mergeSections('', ['## Two\n\nb\n', '## One\n\na\n'], ['One', 'Two']))).toEqual(
    ['## One\n\na', '## Two\n\nb'],
  )
})

test('`mergeSections` removes a section without a group', () => {
  expect(
    sectionsOf(mergeSections('# Results\n\n## Gone\n\nold\n', ['## One\n\na\n'], ['One'])),
  ).toEqual(['## One\n\na'])
})

test('`mergeSections` changes nothing when it is repeated', () => {
  const once = mergeSections('', ['## One\n\na\n'], ['One'])
  expect(mergeSections(once, ['## One\n\na\n'], ['One'])).toBe(once)
})

const group: Group = { title: 'One', how: 'By hand.', measure: async () => [] }
const time: Row = { label: 'time', unit: 'ms', measured: 5 }

test('a section with times that were measured on a busy machine has a warning', () => {
  expect(toSection('one', group, [time], { now: new Date(0), busy: 1_000 })).toContain(
    'busy with other work',
  )
  expect(toSection('one', group, [time], { now: new Date(0), busy: 0.5 })).not.toContain(
    'busy with other work',
  )
})

test('a section with sizes has no warning about a busy machine', () => {
  expect(
    toSection('one', group, [{ ...time, unit: 'kB' }], { now: new Date(0), busy: 1_000 }),
  ).not.toContain('busy with other work')
})
