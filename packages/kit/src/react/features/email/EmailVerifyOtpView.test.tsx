// @vitest-environment jsdom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { mainnet } from 'viem/chains'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createKit } from '../../../exports/index.ts'
import { KitProvider } from '../../../exports/react.ts'
import { createFakeAdapter, memoryStorage } from '../../../exports/testing.ts'
import type { FakeAdapterOptions } from '../../../exports/testing.ts'
import { FrameContext } from '../../modal/FrameContext.ts'
import { createRouter } from '../../router/createRouter.ts'
import { RouterContext } from '../../router/RouterContext.ts'

const params = { connectorId: 'login', email: 'ann@example.org' }

/** Renders the screen of a login by e-mail. The answers decide which step the login has reached. */
async function start(answers: FakeAdapterOptions) {
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  ) // jsdom lacks ResizeObserver
  const adapter = createFakeAdapter({
    connectors: [
      { id: 'login', name: 'Login', type: 'auth', logins: { email: true, socials: [] } },
    ],
    connect: 'hang',
    ...answers,
  })
  const kit = createKit({
    metadata: { name: 'My site', url: 'https://example.org' },
    networks: [mainnet],
    adapters: [adapter],
    storage: memoryStorage(),
  })
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  onTestFinished(async () => {
    await act(() => root.unmount())
    place.remove()
    vi.unstubAllGlobals()
  })
  const { default: EmailVerifyOtpView } = await import('./EmailVerifyOtpView.lazy.tsx')
  const frame = {
    canGoBack: false,
    isClosable: true,
    back() {},
    close() {},
    direction: 'none',
    titleId: 'title',
  } as const
  const router = createRouter({ view: 'EmailVerifyOtp', params })
  await act(() => root.render(<KitProvider kit={kit}>{null}</KitProvider>))
  // waits until the connector of the login exists
  await vi.waitFor(() => expect(kit.getState().connectors).toHaveLength(1))
  await act(() =>
    root.render(
      <KitProvider kit={kit}>
        <RouterContext.Provider value={router}>
          <FrameContext.Provider value={frame}>
            <EmailVerifyOtpView params={params} />
          </FrameContext.Provider>
        </RouterContext.Provider>
      </KitProvider>,
    ),
  )
  const until = (text: string) =>
    vi.waitFor(async () => {
      await act(async () => {})
      expect(place.textContent).toContain(text)
    })
  const buttons = () =>
    [...place.querySelectorAll('.screen-body button')].map(({ textContent }) => textContent)
  return { place, until, buttons }
}

test('during a login in the wallet’s window the modal offers to show the window', async () => {
  const { place, until, buttons } = await start({ window: 'opened' })
  await until('Go on in the other window')
  expect(place.textContent).not.toContain('Opening your wallet')
  expect(buttons()).toEqual(['Show window'])
})

test('after the login in the window the modal opens the account and mentions no window', async () => {
  const { place, until, buttons } = await start({ window: 'done' })
  await until('Opening your wallet')
  expect([place.textContent.includes('window'), buttons()]).toEqual([false, []])
})
