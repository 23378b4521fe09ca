import { expect, test } from 'vitest'
import { limitLog } from './limitLog.ts'

const line = (more = {}) => ({
  time: '2026-01-01T00:00:00.000Z',
  level: 'warn',
  event: 'refused',
  reason: 'MissingJwt',
  ...more,
})

test('the lines of one kind are limited in each minute, and the next line has the number of skipped lines', () => {
  let time = 0
  const written: { reason?: string; skipped?: number }[] = []
  const log = limitLog<ReturnType<typeof line>>(
    (each) => void written.push(each),
    ({ level, event, reason }) => (level === 'info' ? undefined : `${level} ${event} ${reason}`),
    () => time,
  )
  for (let count = 0; count < 1_000; count += 1) log(line())
  expect(written).toEqual(Array.from({ length: 60 }, () => line()))
  log(line({ reason: 'InvalidJwt' }))
  log(line({ level: 'error' }))
  expect(written).toHaveLength(62)
  time = 60_000
  log(line())
  log(line())
  expect(written.slice(62)).toEqual([line({ skipped: 940 }), line()])
  for (let count = 0; count < 100; count += 1) log(line({ level: 'info' }))
  expect(written).toHaveLength(164)
})

test('lines of ever new kinds are limited like lines of one kind', () => {
  let time = 0
  const written: object[] = []
  const log = limitLog<ReturnType<typeof line>>(
    (each) => void written.push(each),
    ({ reason }) => reason,
    () => time,
  )
  for (let count = 0; count < 10_000; count += 1) log(line({ reason: `failed with code ${count}` }))
  expect(written).toHaveLength(1_000 + 60)
  log(line({ reason: 'failed with code 0' })) // a known kind still has its own count
  expect(written).toHaveLength(1_061)
  time = 60_000
  log(line({ reason: 'later' }))
  log(line({ reason: 'failed with code 9999' }))
  // lines of kinds that were removed to make room are still reported as skipped
  expect(written.slice(1_061)).toEqual([
    line({ reason: 'later', skipped: 8_940 }),
    line({ reason: 'failed with code 9999' }),
  ])
})
