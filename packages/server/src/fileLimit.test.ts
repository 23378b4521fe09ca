import { expect, test } from 'vitest'
import { fileLimitWarning } from './fileLimit.ts'

const limits = (soft: string) =>
  `Limit                     Soft Limit           Hard Limit           Units     \nMax processes             1                    1                    processes \nMax open files            ${soft}                 524288               files     \n`

test('the warning appears when the process may open fewer files than its connections need', () => {
  expect(fileLimitWarning(10_000, limits('1024'))).toBe(
    'This process may open 1024 files, and 10000 connections need 10200: raise it (LimitNOFILE=, ulimit -n) or allow fewer connections',
  )
  expect(fileLimitWarning(10_000, limits('10199'))).toBeDefined()
  expect(fileLimitWarning(10_000, limits('10200'))).toBeUndefined()
})

test('without a known limit there is no warning', () => {
  for (const text of [limits('unlimited'), '', 'nonsense'])
    expect(fileLimitWarning(10_000, text)).toBeUndefined()
  expect(fileLimitWarning(Infinity, limits('1024'))).toBeUndefined()
  expect(fileLimitWarning(1)).toBeUndefined() // reads the limits of this process
})
