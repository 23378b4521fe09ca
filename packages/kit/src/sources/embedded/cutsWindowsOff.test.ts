import { expect, test } from 'vitest'
import { cutsWindowsOff } from './cutsWindowsOff.ts'

test.each([
  ['same-origin', true],
  [' same-origin ', true],
  ['same-origin; report-to="coop"', true],
  ['same-origin;report-to="coop"', true],
  ['same-origin-allow-popups', false],
  ['same-origin-allow-popups; report-to="same-origin"', false],
  ['noopener-allow-popups', false],
  ['unsafe-none', false],
  ['same-origin, same-origin', false],
  ['"same-origin"', false],
  ['SAME-ORIGIN', false],
  ['', false],
  [null, false],
])('cutsWindowsOff(%j) returns %s', (policy, isCutOff) => {
  expect(cutsWindowsOff(policy)).toBe(isCutOff)
})
