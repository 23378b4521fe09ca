import fc from 'fast-check'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { startTestPage } from '../../chains/evm/startTestPage.ts'
import { reasonOf, startTestKit } from '../../session/startTestKit.ts'
import type { SourceHost } from '../../core/contracts/connectorSource.ts'
import { lastEmail, lastMethod } from '../../core/storage/lastLogin.ts'
import { accountOf } from '../../core/kit/state.ts'
import { memoryStorage } from '../../core/storage/storage.ts'
import { createEmbedded } from './createEmbedded.lazy.ts'
import { authId } from './names.ts'
import { startTestFrame } from './startTestFrame.ts'

beforeEach(() => void startTestPage())

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const email = 'ann@example.org'

/**
 * Starts a kit with a wallet whose visitors log in in its window. `reportedUser` is the frame's
 * data about the user.
 */
function start(
  reportedUser: object = { email },
  answers: Parameters<typeof startTestFrame>[0] = {},
  storage = memoryStorage(),
) {
  const state = { reportedUser }
  const testFrame = startTestFrame(
    {
      CONNECT_WINDOW: { payload: { action: 'CONNECT' } },
      IS_CONNECTED: { payload: { isConnected: true } },
      GET_USER: () => ({ payload: { address, chainId: 31337, ...state.reportedUser } }),
      OPEN_SETTINGS: 'silence',
      ...answers,
    },
    { approvals: 'window' },
  )
  onTestFinished(testFrame.close)
  const create = ({ kit, setConnectors }: SourceHost) => ({
    ...createEmbedded(kit, testFrame.view),
    namespaces: ['eip155'] as const,
    prepare() {},
    watch() {
      setConnectors([
        {
          id: authId,
          name: 'E-mail wallet',
          namespace: 'eip155',
          type: 'auth',
          logins: { email: true, socials: ['google'] },
        },
      ])
      return () => {}
    },
  })
  return { ...startTestKit({ sources: [{ create }], storage }), other: testFrame, state }
}

test.each([
  [{ email }, { email: 'Ann@example.org' }, { user: { email } }],
  [
    { email, userName: 'Ann' },
    { social: 'google' },
    { user: { email, username: 'Ann' }, socialProvider: 'google' },
  ],
  [
    { email: null, userName: 'A\u202enn\n' },
    { social: 'google' },
    { user: { username: 'Ann' }, socialProvider: 'google' },
  ],
  [{ email: null, userName: null }, { social: 'google' }, { socialProvider: 'google' }],
  [{}, { email }, {}],
] as const)(
  'the account has the frame’s user data and the social provider, also on the next visit: %j',
  async (reportedUser, login, expected) => {
    const storage = memoryStorage()
    const { kit, stop } = start(reportedUser, {}, storage)
    const account = await kit.connect({ login })
    const { user, socialProvider } = account
    expect({ ...(user && { user }), ...(socialProvider && { socialProvider }) }).toEqual(expected)
    stop()
    const next = start(reportedUser, {}, storage)
    next.clock.advance(5_000)
    const state = await next.until((one) => accountOf(one) !== undefined)
    expect(accountOf(state)).toEqual(account)
  },
)

test('a user name from a company is cleaned to one line, and is not stored', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 254 }), async (userName) => {
      const storage = memoryStorage()
      const { kit, stop, other: testFrame } = start({ email, userName }, {}, storage)
      const { user } = await kit.connect({ login: { social: 'google' } })
      expect(user?.username ?? 'none').toMatch(/^(?![\s])[^\p{Cc}]+$/u)
      if (userName.length > 20)
        expect(JSON.stringify(storage)).not.toContain(JSON.stringify(userName).slice(1, -1))
      stop()
      testFrame.close()
    }),
    { numRuns: 20 },
  )
})

test('after a disconnect, the last login method stays and the e-mail address is removed', async () => {
  const { kit } = start()
  await kit.connect({ login: { email } })
  expect([lastMethod(kit), lastEmail(kit)]).toEqual(['email', email])
  await kit.disconnect()
  expect([lastMethod(kit), lastEmail(kit), accountOf(kit.getState())]).toEqual([
    'email',
    undefined,
    undefined,
  ])
  await kit.connect({ login: { social: 'google' } })
  expect([lastMethod(kit), lastEmail(kit)]).toEqual(['google', undefined])
})

test('an invalid stored login method is ignored', () => {
  const { kit, storage } = start()
  fc.assert(
    fc.property(fc.anything(), (value) => {
      storage.setItem('@latchkey/last-login', JSON.stringify(value) ?? '')
      expect(['email', 'google', undefined]).toContain(lastMethod(kit))
    }),
  )
})

test('`updateEmail` opens the e-mail settings and resolves with the new address after they close', async () => {
  const { kit, other: testFrame, state } = start()
  await kit.connect({ login: { email } })
  const changed = kit.updateEmail()
  await expect
    .poll(() => testFrame.requests.at(-1))
    .toMatchObject({ name: 'OPEN_SETTINGS', payload: { place: 'email' } })
  const { id } = testFrame.requests.at(-1) ?? {}
  state.reportedUser = { email: 'ann@example.net' }
  testFrame.sendEvent({ type: '@w3m-frame/CHANGED', payload: { isConnected: true } })
  testFrame.sendEvent({ type: '@w3m-frame/OPEN_SETTINGS_SUCCESS', id })
  expect(await changed).toEqual({ email: 'ann@example.net' })
  expect(accountOf(kit.getState())?.user).toEqual({ email: 'ann@example.net' })
  expect(lastEmail(kit)).toBe('ann@example.net')
})

test('`updateEmail` resolves with the same address if nothing changed, and rejects with `userRejected` if declined', async () => {
  const closed = start({ email }, { OPEN_SETTINGS: {} })
  await closed.kit.connect({ login: { email } })
  expect(await closed.kit.updateEmail()).toEqual({ email })
  const declined = start({ email }, { OPEN_SETTINGS: { error: { code: 4001, message: 'No' } } })
  await declined.kit.connect({ login: { email } })
  expect(await reasonOf(declined.kit.updateEmail())).toMatchObject({
    name: 'KitError',
    code: 'userRejected',
  })
})

test('an abort of `updateEmail` rejects with `requestAborted` and cancels the request in the frame', async () => {
  const { kit, other: testFrame } = start()
  await kit.connect({ login: { email } })
  const controller = new AbortController()
  const changed = reasonOf(kit.updateEmail({ signal: controller.signal }))
  await expect.poll(() => testFrame.requests.at(-1)?.name).toBe('OPEN_SETTINGS')
  controller.abort()
  expect(await changed).toMatchObject({ code: 'requestAborted' })
  await expect.poll(() => testFrame.requests.at(-1)?.name).toBe('RPC_ABORT')
})

test('`updateEmail` without a connected e-mail wallet rejects, without a request', async () => {
  const { kit, other: testFrame } = start()
  expect(await reasonOf(kit.updateEmail())).toMatchObject({
    name: 'KitError',
    code: 'addressOrConnectorMissing',
  })
  await kit.connect({ login: { email } })
  await kit.disconnect()
  expect(await reasonOf(kit.updateEmail())).toMatchObject({ code: 'addressOrConnectorMissing' })
  expect(testFrame.requests.map(({ name }) => name)).not.toContain('OPEN_SETTINGS')
})
