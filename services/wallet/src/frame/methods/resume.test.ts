import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ann, ben, shop, startTestLogins, foreignSite } from '../testing/startTestLogins.ts'

/** Stubs a browser that reports what covers a frame, or a browser that does not. */
const stubBrowser = (isReported: boolean) =>
  vi.stubGlobal('IntersectionObserverEntry', { prototype: isReported ? { isVisible: false } : {} })
beforeEach(() => void stubBrowser(true))
afterEach(() => void vi.unstubAllGlobals())

const addresses = { eip155: `0x${'2'.repeat(40)}`, solana: '8'.repeat(40) }
const account = { addresses, email: 'ben@example.org' }

test('a frame without a login uses the account that its site names, for that site only', async () => {
  const { openFrame } = await startTestLogins()
  const { ask } = openFrame(shop)
  expect(await ask('IS_CONNECTED')).toEqual({ isConnected: false })
  expect(await ask('RESUME', account)).toEqual({ isConnected: true })
  expect([
    await ask('IS_CONNECTED'),
    await ask('GET_USER'),
    await ask('RPC_REQUEST', { method: 'eth_accounts' }),
  ]).toMatchObject([
    { isConnected: true },
    { address: addresses.eip155, email: 'ben@example.org' },
    [addresses.eip155],
  ])
  const other = openFrame(foreignSite)
  expect([
    await other.ask('IS_CONNECTED'),
    await other.ask('RPC_REQUEST', { method: 'eth_accounts' }),
  ]).toEqual([{ isConnected: false }, []])
})

test('a login of the frame stays when the site names another account', async () => {
  const { openFrame } = await startTestLogins()
  const { ask, logIn } = openFrame(shop)
  await logIn()
  await ask('RESUME', account) // before the visitor has opened the account
  expect(await ask('GET_USER')).toMatchObject({
    address: ann.addresses?.eip155,
    email: 'ann@example.org',
  })
  expect(await ask('RESUME', account)).toEqual({ isConnected: true })
  expect(await ask('GET_USER')).toMatchObject({ address: ann.addresses?.eip155 })
})

test('a login in the frame replaces the account that the site named', async () => {
  const { openFrame } = await startTestLogins()
  const { ask, logIn } = openFrame(shop)
  await ask('RESUME', account)
  await logIn()
  expect(await ask('GET_USER')).toMatchObject({ email: 'ann@example.org' })
})

test('a frame that approves in the page ignores a named account, unless the browser cannot detect covers', async () => {
  const { openFrame } = await startTestLogins()
  const { ask, wallet } = openFrame(shop)
  wallet.settings.own.push(shop)
  expect([
    await ask('RESUME', account),
    await ask('RPC_REQUEST', { method: 'eth_accounts' }),
  ]).toEqual([{ isConnected: false }, []])
  stubBrowser(false)
  expect(await ask('RESUME', account)).toEqual({ isConnected: true })
})

test('signing out removes the named account', async () => {
  const { openFrame } = await startTestLogins()
  const { ask } = openFrame(shop)
  await ask('RESUME', account)
  await ask('SIGN_OUT')
  expect([await ask('IS_CONNECTED'), await ask('RPC_REQUEST', { method: 'eth_accounts' })]).toEqual(
    [{ isConnected: false }, []],
  )
})

test('an account that the site may not see is not revealed, and the named account is used', async () => {
  const { openFrame, state, store } = await startTestLogins()
  state.user = ben
  await store.set('current', ann.addresses?.eip155)
  const { ask } = openFrame(shop)
  await ask('RESUME', account)
  expect(await ask('GET_USER')).toMatchObject({ address: addresses.eip155 })
})

test('an invalid address is rejected with -32602', async () => {
  const { openFrame } = await startTestLogins()
  const { ask } = openFrame(shop)
  const isNone = (value: unknown) => typeof value !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(value)
  await fc.assert(
    fc.asyncProperty(fc.anything().filter(isNone), async (eip155) => {
      await expect(ask('RESUME', { addresses: { ...addresses, eip155 } })).rejects.toMatchObject({
        code: -32_602,
      })
      expect(await ask('IS_CONNECTED')).toEqual({ isConnected: false })
    }),
    { numRuns: 50 },
  )
})
