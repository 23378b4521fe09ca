// @vitest-environment jsdom
import { createRoot } from 'react-dom/client'
import { mainnet } from 'viem/chains'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createKit } from '../../exports/index.ts'
import { ConnectButton, KitProvider } from '../../exports/react.ts'
import { createFakeAdapter, memoryStorage } from '../../exports/testing.ts'

/** The elements of the kit that match a selector. */
const all = (selector: string) =>
  [...document.querySelectorAll('[data-latchkey]')].flatMap(({ shadowRoot }) => [
    ...(shadowRoot?.querySelectorAll<HTMLElement>(selector) ?? []),
  ])

const texts = (selector: string) => all(selector).map(({ textContent }) => textContent)
const focused = () => document.activeElement?.shadowRoot?.activeElement

/**
 * Renders a page with a button, by default of a connected visitor, and records its requests. `own`
 * are further options of the site.
 */
function visit(connected = ['example'], own: Partial<Parameters<typeof createKit>[0]> = {}) {
  const requests: string[] = []
  const kit = createKit({
    ...own,
    metadata: { name: 'My site', url: 'https://example.org' },
    networks: [mainnet],
    adapters: [createFakeAdapter({ connected })],
    storage: memoryStorage(),
    services: { api: 'https://api.example.org' },
    fetch: async (url) => {
      requests.push(new URL(String(url)).pathname)
      return new Response('{}', { status: 404 })
    },
  })
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  onTestFinished(() => {
    kit.close() // without the provider, the opening would fail later
    root.unmount()
    place.remove()
  })
  root.render(
    <KitProvider kit={kit}>
      <ConnectButton />
    </KitProvider>,
  )
  return { kit, requests }
}

test('the account’s screen is drawn before the press, which only shows it and requests its data', async () => {
  const { kit, requests } = visit()
  await expect.poll(() => texts('.identity-address'), { timeout: 20_000 }).toEqual(['0xf3…b92266'])
  const [drawn] = all('.screen')
  expect(all('dialog[open]')).toEqual([])
  expect(all('.tab-panel').length).toBe(1)
  // the closed dialog is far away, where a browser requests only pictures that are not lazy
  expect(all('dialog img:not([loading="lazy"])')).toEqual([])
  expect(requests.filter((path) => !path.startsWith('/v1/identity/'))).toEqual([])

  void kit.open()
  await expect.poll(() => all('dialog[open]').length).toBe(1)
  expect(all('.screen')[0]).toBe(drawn)
  await expect.poll(() => focused()?.getAttribute('aria-label')).toBe('Copy address')
  await expect.poll(() => requests).toContain('/v1/supported-chains') // for the balances

  kit.close()
  await expect.poll(() => all('dialog[open]')).toEqual([])
  await expect.poll(() => all('.screen')[0] === drawn).toBe(false) // the next opening is another
  await expect.poll(() => texts('.screen-title')).toEqual(['Account'])
})

test('closing hides the screen at once; the next opening is laid out after that frame', async () => {
  const { kit } = visit()
  const displays = () => all('.card > *').map(({ style }) => style.display)
  await expect.poll(displays, { timeout: 20_000 }).toEqual([''])
  void kit.open()
  await expect.poll(() => all('dialog[open]').length).toBe(1)
  const frames: FrameRequestCallback[] = []
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => frames.push(callback))
  onTestFinished(() => void vi.unstubAllGlobals())
  kit.close()
  await expect.poll(() => all('dialog[open]').length).toBe(0)
  expect(displays()).toEqual(['none'])
  await expect.poll(() => frames.length).toBeGreaterThan(0)
  frames.forEach((callback) => callback(0))
  await expect.poll(displays).toEqual([''])
})

test('a screen that the visitor left is not in the next opening', async () => {
  const { kit } = visit()
  await expect.poll(() => all('.identity').length, { timeout: 20_000 }).toBe(1)
  void kit.open({ view: 'Profile' })
  await expect.poll(() => texts('dialog[open] .screen-title')).toEqual(['Your wallets'])
  kit.close()
  await expect.poll(() => texts('.screen-title')).toEqual(['Account'])
})

test('the press shows the wallets that are drawn, without drawing them again', async () => {
  let drawings = 0
  const texts = {
    get 'connect.title'() {
      drawings++
      return 'Choose a wallet'
    },
  }
  const { kit } = visit([], { texts })
  await expect.poll(() => all('.screen .row').length, { timeout: 20_000 }).toBeGreaterThan(0)
  const before = drawings
  expect(before).toBeGreaterThan(0)
  void kit.open()
  await expect.poll(() => kit.getState().shown?.view).toBe('Connect')
  expect(all('dialog[open]').length).toBe(1)
  expect(drawings).toBe(before)
})
