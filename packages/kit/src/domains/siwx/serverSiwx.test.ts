import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { startTestPage } from '../../chains/evm/startTestPage.ts'
import { startTestKit, startTestWallet } from '../../session/startTestKit.ts'
import { accountOf } from '../../core/kit/state.ts'
import { manualClock } from '../../testing/manualClock.ts'
import { checkSignIn } from './checkSignIn.ts'
import { createSiwxServer } from './server/createSiwxServer.ts'
import { serverSiwx } from './serverSiwx.ts'
import { signIn } from './signIn.ts'
import { contextOf } from '../../core/kit/context.ts'

beforeEach(() => void startTestPage())

const minute = 60_000
const day = 24 * 60 * minute

/** A page with its own clock. The site's server answers its requests to `/siwx`. */
function startSite({
  ahead,
}: {
  /** Milliseconds by which the visitor's clock is ahead of the server's. */ ahead: number
}) {
  const origin = 'http://localhost:3000'
  vi.stubGlobal('location', new URL(origin))
  const times = manualClock()
  const server = createSiwxServer({
    domain: 'localhost:3000',
    secret: 'a secret of at least 32 characters',
    clock: times,
  })
  let jar = ''
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const answer = await server.handle(
      new Request(origin + path, {
        ...init,
        headers: { ...(init.headers as Record<string, string>), origin, cookie: jar },
      }),
    ) // the cast: the kit passes headers as a plain object
    jar = answer.headers.get('set-cookie')?.split(';')[0] ?? jar
    return answer
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  const started = startTestKit({
    siwx: serverSiwx({ required: false }),
    clock: manualClock(times.now() + ahead),
  })
  contextOf(started.kit).hasProvider = true
  return { ...started, times }
}

test.each([
  0,
  5 * minute,
  -5 * minute,
  60 * minute,
  -60 * minute,
  2 * day,
  -2 * day,
  30 * day,
  -30 * day,
])(
  'a visitor whose clock is %d ms ahead of the server’s can sign in, and stays signed in',
  async (ahead) => {
    startTestWallet()
    const { kit } = startSite({ ahead })
    await kit.connect({ connectorId: 'app.latchkey.development' })
    const { message } = await signIn(kit)
    expect(message).toContain(
      `Issued At: ${new Date(contextOf(kit).clock.now() - ahead).toISOString()}`,
    )
    const account = accountOf(kit.getState())
    expect(account && kit.getState().siwx?.[account.accountId]).toBe('signedIn')
    expect(await checkSignIn(kit)).toBe('signedIn')
  },
)
