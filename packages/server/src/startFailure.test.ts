import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { openPort } from './openPort.ts'
import { startFailure } from './startFailure.ts'

class OwnError extends Error {}

test('startFailure returns a sentence for a taken port, and the message of our own errors', async () => {
  const first = createServer()
  const port = await openPort(first, { port: 0 })
  const taken = await openPort(createServer(), { port }).catch((error: unknown) => error)
  first.close()
  expect(startFailure(taken, [])).toBe(`PORT: ${port} is taken by another process`)
  const systems = (more: object) => Object.assign(new Error('as the system says it'), more)
  expect(
    startFailure(
      systems({ code: 'EADDRNOTAVAIL', syscall: 'listen', address: '203.0.113.7', port: 80 }),
      [],
    ),
  ).toBe('HOST: 203.0.113.7 is no address of this machine (EADDRNOTAVAIL)')
  expect(
    startFailure(systems({ code: 'EACCES', syscall: 'listen', address: '0.0.0.0', port: 80 }), []),
  ).toBe('PORT: 80 needs rights that this process does not have')
  expect(
    startFailure(
      systems({ code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname: 'nobody.invalid' }),
      [],
    ),
  ).toBe('HOST: nobody.invalid is no name of this machine (ENOTFOUND)')
  expect(startFailure(new OwnError('PORT: expected a number'), [OwnError])).toBe(
    'PORT: expected a number',
  )
})

test('startFailure returns undefined for an unexpected error', () => {
  for (const error of [
    new TypeError('x is not a function'),
    Object.assign(new Error('x'), { code: 'ERR_ASSERTION' }),
    'text',
    undefined,
  ])
    expect(startFailure(error, [OwnError])).toBeUndefined()
})
