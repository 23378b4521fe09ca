import { createKit } from 'latchkey'
import type { Kit } from 'latchkey'
import { createFakeAdapter, createFaultyFetch, manualClock, memoryStorage, showScreen } from 'latchkey/testing'
import { networksOf } from '../networks.ts'
import { readDevnet } from '../readDevnet.ts'
import type { Settings } from '../settings.ts'
import { agents } from './screens.ts'
import type { ScreenState } from './screens.ts'

/** A kit that stands where a screen begins; `show` opens it. */
export type StartedScreen = { kit: Kit; show: () => void }

declare global {
  interface Window {
    /** The kit of the screen that is shown, for tests: they change its language and theme. */
    latchkeyScreen?: Kit
  }
}

/** A network of another namespace; nothing of it is asked. */
const solana = { id: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', namespace: 'solana', name: 'Solana', nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 }, rpcUrls: { default: { http: ['http://127.0.0.1:1'] } } } as const

/** Milliseconds after which what is due at once is done, and what it asked for; then time goes by. */
const pauses = [20, 60, 150, 300, 500]

/** Makes the kit of a screen: wallets that answer as told, a clock that stands still, the API of the devnet. */
export async function startScreen({ view, params, adapter, second, api, options, later, agent, recents, typed, opened }: ScreenState, { locale, theme }: Settings, signal: AbortSignal): Promise<StartedScreen> {
  const devnet = await readDevnet(signal)
  if (agent) Object.defineProperty(navigator, 'userAgent', { value: agents[agent], configurable: true })
  const clock = manualClock()
  const storage = memoryStorage()
  storage.setItem('@latchkey/version', '1')
  if (recents) storage.setItem('@latchkey/recent-wallets', JSON.stringify(recents))
  const kit = createKit({
    metadata: { name: 'Ferry Lane Bakery', url: location.origin },
    networks: second ? [...networksOf(devnet), solana] : networksOf(devnet),
    adapters: [createFakeAdapter({ ...adapter, connectors: adapter?.connectors?.map((one) => ({ icon: devnet.api && `${devnet.api}/getWalletImage/${one.id}`, ...one })) }), ...(second ? [createFakeAdapter(second)] : [])],
    services: { api: devnet.api, relay: devnet.relay },
    fetch: createFaultyFetch({ behaviour: api, only: devnet.api }),
    clock,
    storage,
    locale: locale ?? 'en',
    themeMode: theme ?? 'dark',
    ...options,
  })
  window.latchkeyScreen = kit
  return {
    kit,
    show() {
      showScreen(kit, view, params)
      for (const pause of pauses) setTimeout(() => clock.advance(0), pause)
      setTimeout(() => {
        if (typed !== undefined) type(typed)
        if (opened) press()
      }, Math.max(...pauses))
      // when React has taken up what was typed or pressed
      setTimeout(() => {
        clock.advance(later ?? 0)
        document.documentElement.dataset.screen = 'ready'
      }, Math.max(...pauses) + 100)
    },
  }
}

/** Presses the link that opens an app, which leads nowhere here. */
function press(): void {
  const link = inModal('a.button[data-variant=primary]')
  link?.addEventListener('click', (event) => event.preventDefault(), { once: true })
  if (link instanceof HTMLElement) link.click()
}

/** The first match in the modal. */
function inModal(selector: string): Element | null | undefined {
  return [...document.querySelectorAll('[data-latchkey]')].map(({ shadowRoot }) => shadowRoot?.querySelector(selector)).find(Boolean)
}

/** Writes into the first field of the modal as a person does. */
function type(text: string): void {
  const field = inModal('input')
  if (!(field instanceof HTMLInputElement)) return
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text) // React listens to the setter of the element itself
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
