import { expect, test } from 'vitest'
import { createOpenShares } from './createOpenShares.ts'

const reservation = {
  client: '192.0.2.1',
  project: 'shop',
  account: '0x01',
  nonce: 0n,
  cost: 4n,
  until: 100,
}

test('a client keeps a part of a site’s budget reserved, and other clients theirs', () => {
  const shares = createOpenShares(() => 0)
  expect(shares.take(reservation, 10n)).toBeDefined()
  expect(shares.take({ ...reservation, nonce: 1n }, 10n)).toBeDefined()
  expect(shares.take({ ...reservation, account: '0x02' }, 10n)).toBeUndefined()
  expect(shares.take({ ...reservation, client: '192.0.2.2' }, 10n)).toBeDefined()
  expect(shares.take({ ...reservation, project: 'other' }, 10n)).toBeDefined()
  // calls inside the process have no limit
  for (let nonce = 0n; nonce < 9n; nonce++)
    expect(shares.take({ ...reservation, client: '', nonce }, 10n)).toBeDefined()
})

test('one reservation may pass the limit, and for a number the highest counts', () => {
  const shares = createOpenShares(() => 0)
  expect(shares.take({ ...reservation, cost: 11n }, 10n)).toBeDefined()
  expect(shares.take(reservation, 10n)).toBeDefined()
  expect(shares.take({ ...reservation, nonce: 1n, cost: 1n }, 10n)).toBeUndefined()
})

test('what is taken back, used or over is free again', () => {
  let time = 0
  const shares = createOpenShares(() => time)
  const next = { ...reservation, nonce: 1n, cost: 7n }
  shares.take(reservation, 10n)?.()
  const takeBack = shares.take(next, 10n)
  expect(shares.take(reservation, 10n)).toBeUndefined()
  takeBack?.()
  expect(shares.take(reservation, 10n)).toBeDefined()
  shares.end({ ...reservation, project: 'other' })
  expect(shares.take(next, 10n)).toBeUndefined()
  shares.end(reservation)
  expect(shares.take(next, 10n)).toBeDefined()
  time = 101
  expect(shares.take(reservation, 10n)).toBeDefined()
})
