import { expect, test } from 'vitest'
import { isHost } from './isHost.ts'

test.each([
  'hooks',
  'hooks.internal',
  'hooks.internal:8080',
  '10.0.0.7',
  '10.0.0.7:65535',
  '[::1]',
  '[fd00::7]:8443',
])('isHost accepts %s', (text) => {
  expect(isHost(text)).toBe(true)
})

test.each([
  '',
  ' ',
  'http://x/',
  'http:',
  'x/',
  'x:',
  'x:a',
  'x:65536',
  'x:1:2',
  '::1',
  '[x]',
  '[::1',
  'user@x',
  'x?y',
  'x#y',
  'x\\y',
  'a b',
  '300.1.1.1',
])('isHost refuses %j', (text) => {
  expect(isHost(text)).toBe(false)
})
