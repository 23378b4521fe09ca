import { formatNetworkId } from '@latchkey/protocol/caip'
import { expect, test, vi } from 'vitest'
import type { Siwx } from '../../core/contracts/siwx.ts'
import { startTestKit } from '../../session/startTestKit.ts'
import { createOneClick } from './oneClick.ts'
import { startTestSite } from './startTestSite.ts'

const placeholder = { chainId: formatNetworkId('eip155', 1), accountAddress: `0x${'0'.repeat(40)}` }

/** A kit whose site creates messages in the standard form. */
function start(change: Partial<Siwx> = {}, isRequired = true) {
  const site = startTestSite({ isRequired })
  const siwx = { ...site.siwx, ...change }
  const started = startTestKit({ siwx })
  return { ...started, site, oneClick: createOneClick(started.kit) }
}

test('oneClick prepares the message of the site for a placeholder account', async () => {
  const { oneClick } = start()
  expect(await oneClick.prepare(placeholder)).toMatchObject({
    ...placeholder,
    domain: 'shop.example.org',
    nonce: 'nonce0001',
  })
})

test.each<[string, Partial<Siwx>]>([
  [
    'with a message of its own form',
    {
      createMessage: async (account) => ({
        ...account,
        domain: 'shop.example.org',
        uri: 'https://shop.example.org',
        version: '1',
        nonce: 'abcdefgh1234',
        toString: () => 'Let me in',
      }),
    },
  ],
  ['without a message', { createMessage: async () => Promise.reject(new Error('down')) }],
  [
    'that throws',
    {
      createMessage: () => {
        throw new Error('down')
      },
    },
  ],
])('for a site %s, oneClick prepares no message', async (_, change) => {
  expect(await start(change).oneClick.prepare(placeholder)).toBeUndefined()
})

test('a site that does not answer delays the connection by at most three seconds', async () => {
  const { oneClick, clock } = start({ createMessage: () => new Promise(() => {}) })
  const made = oneClick.prepare(placeholder)
  await vi.waitFor(() => clock.advance(3_000))
  expect(await made).toBeUndefined()
})

test('if the last request gave no session, an optional sign-in is left out once, but a required sign-in is requested', async () => {
  for (const isRequired of [false, true]) {
    const { oneClick } = start({}, isRequired)
    const requested: boolean[] = []
    const prepare = () => (
      requested.push(oneClick.requestsMessage()), oneClick.prepare(placeholder)
    )
    const asks = [await prepare(), await prepare(), await prepare()]
    expect(asks.map((one) => one !== undefined)).toEqual([true, isRequired, true])
    expect(requested).toEqual([true, isRequired, true]) // `requestsMessage` has announced the same
  }
  const { oneClick } = start({}, false)
  await oneClick.prepare(placeholder)
  await oneClick.storeSessions([])
  expect(await oneClick.prepare(placeholder)).toBeDefined()
})

test('every session is stored at the site until the site refuses one, and no error is thrown', async () => {
  const { oneClick, site } = start()
  const data = await oneClick.prepare(placeholder)
  if (!data) throw new Error('The site gave no message')
  const sessions = ['0xaa', '0xbb'].map((signature) => ({ data, message: 'text', signature }))
  await oneClick.storeSessions(sessions)
  expect(site.sessions()).toEqual(sessions)
  site.faults.set('addSession', new Error('refused'))
  site.calls.length = 0
  await oneClick.storeSessions(sessions)
  expect(site.calls).toEqual(['addSession'])
})

test('an abort before or during `addSession` leaves no session', async () => {
  for (const at of ['before', 'meanwhile'] as const) {
    const controller = new AbortController()
    const { oneClick, site } = start()
    const { addSession } = site.siwx
    const data = await oneClick.prepare(placeholder)
    if (!data) throw new Error('The site gave no message')
    if (at === 'before') controller.abort()
    const keeping = start({
      addSession: async (session) => {
        await addSession(session)
        controller.abort()
      },
      revokeSession: site.siwx.revokeSession,
    })
    await keeping.oneClick.storeSessions(
      [{ data, message: 'text', signature: '0xaa' }],
      controller.signal,
    )
    expect(site.calls.includes('addSession')).toBe(at === 'meanwhile')
    expect(site.sessions()).toEqual([])
  }
})
