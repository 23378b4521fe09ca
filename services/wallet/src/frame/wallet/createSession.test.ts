import type { WalletAddresses, WalletUser } from '@latchkey/protocol/walletServer'
import { expect, test } from 'vitest'
import type { Server } from '../server/createServer.ts'
import { createSession } from './createSession.ts'

const ann: WalletUser = {
  userId: 'ann',
  email: 'ann@example.org',
  userName: null,
  ways: ['email'],
  addresses: null,
}
const ben: WalletUser = {
  userId: 'ben',
  email: 'ben@example.org',
  userName: null,
  ways: ['email'],
  addresses: null,
}
const addressesOf = (name: string): WalletAddresses => ({ eip155: `0x${name}`, solana: name })

/** A session, and the user that the server returns. */
function start() {
  const server = { user: ann }
  const notified: string[] = []
  const session = createSession(
    { call: async () => server.user } as unknown as Server,
    async ({ userId }) => void notified.push(userId),
  ) // the only call that a session makes
  return { server, session, notified }
}

test('parallel requests open an account once', async () => {
  const { session } = start()
  await session.read()
  let opened = 0
  const open = async () => (opened++, addressesOf('ann'))
  await Promise.all([session.opening('ann', open), session.opening('ann', open)])
  expect(opened).toBe(1)
  expect(await session.read()).toEqual({ ...ann, addresses: addressesOf('ann') })
})

test('an account of one user that opens late does not affect the login of the next user', async () => {
  const { server, session, notified } = start()
  await session.read()
  let finish: (addresses: WalletAddresses) => void = () => {}
  const first = session.opening('ann', () => new Promise((resolve) => (finish = resolve)))
  session.forget()
  server.user = ben
  await session.read()
  const second = session.opening('ben', async () => addressesOf('ben'))
  finish(addressesOf('ann'))
  expect(await Promise.all([first, second])).toEqual([addressesOf('ann'), addressesOf('ben')])
  expect(await session.read()).toEqual({ ...ben, addresses: addressesOf('ben') })
  expect(notified).toEqual(['ann', 'ben'])
})
