import { expect, test } from 'vitest'
import { fileLimitWarning } from './fileLimit.ts'

const limits = (soft: string) =>
  `Limit                     Soft Limit           Hard Limit           Units     \nMax processes             1                    1                    processes \nMax open files            ${soft}                 524288               files     \n`

test('warns when a process may open fewer files than it may have connections', () => {
  expect(fileLimitWarning(10_000, limits('1024'))).toBe(
    'This process may open 1024 files, and 10000 connections need 10200: raise it (LimitNOFILE=, ulimit -n) or allow fewer connections',
  )
  expect(fileLimitWarning(10_000, limits('10199'))).toBeDefined()
  expect(fileLimitWarning(10_000, limits('10200'))).toBeUndefined()
})

test('returns nothing if there is no limit, or none is known', () => {
  for (const text of [limits('unlimited'), '', 'nonsense'])
    expect(fileLimitWarning(10_000, text)).toBeUndefined()
  expect(fileLimitWarning(Infinity, limits('1024'))).toBeUndefined()
  expect(fileLimitWarning(1)).toBeUndefined() // reads the limits of this process
})
