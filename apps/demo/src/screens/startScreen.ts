import { createKit } from 'latchkey'
import type { Kit, KitOptions } from 'latchkey'
import {
  createFakeAdapter,
  createFaultyFetch,
  manualClock,
  memoryStorage,
  showScreen,
} from 'latchkey/testing'
import type { ManualClock } from 'latchkey/testing'
import { createFakeAdapter as createFakeSolanaAdapter } from 'latchkey/testing/solana'
import { networksOf } from '../networks.ts'
import { readDevnet } from '../readDevnet.ts'
import type { Devnet } from '../readDevnet.ts'
import type { Settings } from '../settings.ts'
import { agents } from './screens.ts'
import type { ScreenState } from './screens.ts'

/**
 * A kit prepared for a screen; `show` opens the screen once a provider has the kit, and resolves
 * when it is complete.
 */
export type StartedScreen = { kit: Kit; show: () => Promise<void> }

declare global {
  interface Window {
    /** The kit of the screen that is shown, for tests: they change its language and theme. */
    latchkeyScreen?: Kit & { clock: ManualClock; storage: Pick<Storage, 'getItem'> }
  }
}

/** A network of another namespace; it gets no requests. */
const solana = {
  id: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  namespace: 'solana',
  name: 'Solana',
  nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
} as const

/** The networks and the fake adapter of a screen, by the namespace of its wallet. */
const evmKind: {
  networksOf: (devnet: Devnet) => KitOptions['networks']
  createAdapter: typeof createFakeAdapter | typeof createFakeSolanaAdapter
} = { networksOf, createAdapter: createFakeAdapter }
const kinds: { readonly [namespace: string]: typeof evmKind | undefined } = {
  solana: { networksOf: () => [solana], createAdapter: createFakeSolanaAdapter },
}

/**
 * Real milliseconds, after each of which due timers run and their requests can finish; the manual
 * clock advances afterwards.
 */
const pauses = [20, 40, 90, 150, 200]

/**
 * Makes the kit of a screen: wallets with given answers, a stopped clock, the API of the devnet.
 */
export async function startScreen(
  {
    view,
    params,
    adapter,
    second,
    api,
    options,
    later,
    agent,
    recents,
    typed,
    opened,
    answers,
    responseHeaders,
    broken,
    pressed,
    sent,
    isOffline,
    notices,
    passes,
    window: opening,
    stored = {},
  }: ScreenState,
  { locale, theme }: Settings,
  signal: AbortSignal,
): Promise<StartedScreen> {
  const devnet = await readDevnet(signal)
  overrideNavigator('userAgent', agent && agents[agent])
  overrideNavigator('onLine', isOffline ? false : undefined)
  pretendWindow(opening)
  const clock = manualClock()
  const storage = memoryStorage()
  storage.setItem('@latchkey/version', '1')
  if (recents) storage.setItem('@latchkey/recent-wallets', JSON.stringify(recents))
  for (const [key, value] of Object.entries(stored))
    storage.setItem(`@latchkey/${key}`, JSON.stringify(value))
  const kind = (adapter?.namespace && kinds[adapter.namespace]) ?? evmKind
  const made = createKit({
    metadata: { name: 'Ferry Lane Bakery', url: location.origin },
    networks: second ? [...networksOf(devnet), solana] : kind.networksOf(devnet),
    adapters: [
      kind.createAdapter({
        ...adapter,
        connectors: adapter?.connectors?.map((one) => ({
          icon: devnet.api && `${devnet.api}/getWalletImage/${one.id}`,
          ...one,
        })),
      }),
      ...(second ? [createFakeSolanaAdapter(second)] : []),
    ],
    services: { api: devnet.api, relay: devnet.relay },
    fetch: createFaultyFetch({
      behaviour: api,
      only: devnet.api,
      fetch: answering(answers, { responseHeaders, broken }),
    }),
    clock,
    storage,
    locale: locale ?? 'en',
    themeMode: theme ?? 'dark',
    ...options,
  })
  let reportStart = () => {}
  const started = new Promise<void>((resolve) => (reportStart = resolve))
  const start = () => {
    reportStart()
    return made.start()
  }
  const kit = { ...made, start, clock, storage }
  if (sent) kit.store.setState({ pending: sent })
  window.latchkeyScreen = kit
  return {
    kit,
    async show() {
      await started // its provider starts it after the first paint
      showScreen(kit, view, params)
      if (notices) kit.store.setState(notices)
      await settle()
      await finish()
    },
  }

  /** Lets time pass in steps until something is shown. @throws Error when it does not appear */
  async function pass({ every, until }: NonNullable<ScreenState['passes']>): Promise<void> {
    for (let step = 0; step < 1_000 && !inModal(until); step += 1) {
      await wait(10)
      clock.advance(every)
    }
    await found(until)
  }

  /** Runs the timers that are due after a press. */
  async function settle(): Promise<void> {
    for (const pause of pauses) {
      await wait(pause)
      clock.advance(0)
    }
  }

  /**
   * Types and presses once the elements exist, and advances the clock when React has rendered the
   * result.
   */
  async function finish(): Promise<void> {
    if (typed !== undefined) type(await found('input'), typed)
    if (opened) press(await found(openLink))
    for (const selector of pressed ?? []) press(await found(selector))
    if (pressed) await settle()
    await wait(100)
    clock.advance(later ?? 0)
    if (passes) await pass(passes)
    document.documentElement.dataset.screen = 'ready'
  }
}

/** The page's own `window.open`, while a screen has it replaced. */
const { open } = window

/** Has windows that the page opens held back, shown or closed, without opening one. */
function pretendWindow(opening: ScreenState['window']): void {
  const fakeTransport = {
    closed: opening === 'closed',
    opener: null,
    close() {},
    focus() {},
    location: { replace() {} },
  }
  window.open =
    opening === undefined
      ? open
      : () => (opening === 'blocked' ? null : (fakeTransport as unknown as Window)) // the parts that the kit uses
}

/** Overrides a value that the browser reports; undefined restores the real one. */
function overrideNavigator(property: 'userAgent' | 'onLine', value: unknown): void {
  if (value === undefined) Reflect.deleteProperty(navigator, property)
  else Object.defineProperty(navigator, property, { value, configurable: true })
}

/** The link that opens an app. */
const openLink = 'a.button[data-variant=primary]'
/** Milliseconds to wait for a part of a screen. */
const patience = 30_000

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * A `fetch` with its own answers for some paths of the API; `{api}` in an answer is replaced by the
 * API's URL.
 */
function answering(
  answers: ScreenState['answers'] = {},
  { responseHeaders, broken }: Pick<ScreenState, 'responseHeaders' | 'broken'>,
): typeof fetch {
  return (input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    if (broken && url.includes(broken))
      return Promise.resolve(Response.json({ status: 'FAILED' }, { status: 404 }))
    const path = Object.keys(answers).find((part) =>
      new URL(url, location.href).pathname.includes(part),
    )
    if (path === undefined) return fetch(input, init)
    const text = JSON.stringify(answers[path]).replaceAll(
      '{api}',
      new URL(url, location.href).origin,
    )
    return Promise.resolve(
      new Response(text, { headers: { 'content-type': 'application/json', ...responseHeaders } }),
    )
  }
}

const inModal = (selector: string) =>
  [...document.querySelectorAll('[data-latchkey]')]
    .map(({ shadowRoot }) => shadowRoot?.querySelector(selector))
    .find(Boolean)

/** The first match in the modal, as soon as it exists. @throws Error when it does not appear */
async function found(selector: string): Promise<Element> {
  for (const until = Date.now() + patience; Date.now() < until; await wait(50)) {
    const element = inModal(selector)
    if (element) return element
  }
  throw new Error(`The screen has no ${selector}.`)
}

/** Presses an element; links are not followed. */
function press(element: Element): void {
  if (element instanceof HTMLAnchorElement)
    element.addEventListener('click', (event) => event.preventDefault(), { once: true })
  if (element instanceof HTMLElement) element.click()
}

/** Types into a field like a person. */
function type(field: Element, text: string): void {
  // React listens to the setter of the element itself
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
