// @vitest-environment jsdom
import { finishSocial } from '@latchkey/protocol/walletServer'
import type { WalletUser } from '@latchkey/protocol/walletServer'
import { afterEach, expect, test } from 'vitest'
import { drawScreen, pass, stubLayout } from '../../testing/drawScreen.tsx'
import { ann, shop, startTestLogins } from '../../testing/startTestLogins.ts'
import { noteAttempt } from '../../wallet/attempt.ts'

const id = crypto.randomUUID()
const hashOf = (tail: string) =>
  `#latchkey-login=${encodeURIComponent(`${location.origin}/social/done?id=${id}${tail}`)}`
afterEach(() => {
  location.hash = ''
  sessionStorage.clear()
})

/**
 * Draws the login of the wallet's window. Ann is logged in to the wallet, and the site has
 * requested a login by Google.
 */
async function start(
  user: WalletUser = ann,
  { settled = [] as unknown[], signIn = undefined as boolean | undefined } = {},
) {
  const { default: LoginView } = await import('./LoginView.tsx')
  stubLayout()
  const { openFrame, state } = await startTestLogins()
  state.user = user
  state.answer = (path) => (path === finishSocial.path ? { action: 'connected', user } : undefined)
  const { wallet } = openFrame(shop)
  // this browser has begun the login at Google
  await noteAttempt(wallet, { kind: 'social', id, isPage: true })
  const drawn = await drawScreen(
    <LoginView
      wallet={wallet}
      params={{ request: { social: 'google', ...(signIn !== undefined && { signIn }) }, user }}
      settle={(allowed) => void settled.push(allowed)}
      refuse={() => {}}
      waiting={1}
    />,
  )
  await pass(0)
  return { ...drawn, state, settled }
}
const plain = (text: string) => text.replace(/[\u2068\u2069]/g, '')

test.each(['&error=socialRefused', '&result=x', ''])(
  'a login result that a site adds to the URL (%j) is ignored, and the screen still asks the visitor',
  async (tail) => {
    location.hash = hashOf(tail)
    const { text, state, settled } = await start()
    expect(plain(text())).toContain('Continue as ann@example.org?')
    expect([state.requests, settled]).toEqual([[], []])
  },
)

test('the result of a login that this window did not start is ignored', async () => {
  sessionStorage.setItem('latchkey-login', crypto.randomUUID())
  location.hash = hashOf('&result=x')
  const { text, state } = await start()
  expect(plain(text())).toContain('Continue as ann@example.org?')
  expect(state.requests).toEqual([])
})

test('the result of the window’s own login is used once, and then the screen asks the visitor to allow the site', async () => {
  sessionStorage.setItem('latchkey-login', id)
  location.hash = hashOf('&result=x')
  const { text, state } = await start()
  expect(state.requests).toEqual([finishSocial.path])
  expect(plain(text())).toContain('Continue as ann@example.org?')
  expect([location.hash, sessionStorage.length]).toEqual(['', 0])
})

test.each([
  [true, /Logging in here also signs you in to shop\.example, by one signature/],
  [undefined, /If shop\.example asks for it, logging in here also signs you in there/],
  [false, /^(?!.*sign)/s],
] as const)(
  'the screen says what the login signs when the site’s `signIn` is %j',
  async (signIn, expected) => {
    const { text } = await start(ann, { signIn })
    expect(plain(text())).toMatch(expected)
    expect(plain(text())).toMatch(/learns this account’s addresses, balances and e-mail address/)
  },
)

test('a name from a company is labelled as such, even if it looks like an e-mail address', async () => {
  const { text } = await start({
    ...ann,
    email: null,
    userName: 'boss@bank.example\u202e',
    ways: ['x', 'google'],
  })
  expect(plain(text())).toContain(
    'Continue with your login of X or Google?Your name there: boss@bank.example',
  )
  expect(plain(text())).not.toContain('as boss')
})

test('for an account without an e-mail address and a name, the screen shows its login method', async () => {
  const { text } = await start({ ...ann, email: null, userName: null, ways: ['farcaster'] })
  expect(plain(text())).toContain('Continue with your login of Farcaster?')
})
