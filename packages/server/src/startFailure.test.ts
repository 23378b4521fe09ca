import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { openPort } from './openPort.ts'
import { startFailure } from './startFailure.ts'

class OwnError extends Error {}

test('tells a port that is taken, and what an error of our own says', async () => {
  const first = createServer()
  const port = await openPort(first, { port: 0 })
  const taken = await openPort(createServer(), { port }).catch((error: unknown) => error)
  first.close()
  expect(startFailure(taken, [])).toMatch(/^Cannot start: listen EADDRINUSE/)
  expect(startFailure(new OwnError('PORT: expected a number'), [OwnError])).toBe('PORT: expected a number')
})

test('a defect is none', () => {
  for (const error of [new TypeError('x is not a function'), Object.assign(new Error('x'), { code: 'ERR_ASSERTION' }), 'text', undefined]) expect(startFailure(error, [OwnError])).toBeUndefined()
})
