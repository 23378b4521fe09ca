import type { FakeAdapterOptions } from 'latchkey/testing'
import { contexts } from './permissionContexts.ts'
import type { ScreenState } from './screenState.ts'

const wallet = { id: 'io.metamask', name: 'MetaMask' }
const self = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
/** The screens' clock starts on 1 January 2026. */
const start = Date.UTC(2026, 0, 1) / 1_000

/** The words of `USDC`, as a contract returns a text. */
const word = (digits: string) => digits.padStart(64, '0')
const usdc = `0x${word('20')}${word('4')}${'55534443'.padEnd(64, '0')}`

const adapter = (more: Partial<FakeAdapterOptions> = {}): FakeAdapterOptions => ({
  connectors: [wallet],
  connected: [wallet.id],
  node: {
    eth_call: ([call]: readonly { to?: string; data?: string }[]) =>
      call?.to?.endsWith('c7') ? '0x' : call?.data === '0x313ce567' ? `0x${word('6')}` : usdc,
  },
  ...more,
})

const session = (name: keyof typeof contexts, more: object = {}) => ({
  pci: `00000000-0000-4000-8000-00000000000${Object.keys(contexts).indexOf(name)}`,
  project: {
    id: 'shop',
    name: 'Ferry Lane Bakery',
    url: 'https://ferrylane.example',
    iconUrl: null,
  },
  account: `eip155:31337:${self}`,
  createdAt: start - 3_600,
  expiry: start + 7 * 86_400,
  permissions: [],
  policies: [],
  context: contexts[name],
  state: 'active',
  revokedAt: null,
  available: null,
  ...more,
})
const daily = session('daily', { available: '4000000' })
const stream = session('stream', { available: '30000000000000000', createdAt: start - 7_200 })
const calls = session('calls', { usesLeft: '2', createdAt: start - 9_000 })
const pcis = [
  daily,
  stream,
  calls,
  session('once', { available: '0', createdAt: start - 90_000 }),
  session('monthly', { state: 'revoked', revokedAt: start - 60 }),
]

const screen = (view: string, state: string, more: Partial<ScreenState> = {}): ScreenState => ({
  view,
  state,
  adapter: adapter(),
  options: { features: { smartSessions: true } },
  answers: { '/v1/sessions/': { pcis } },
  ...more,
})
/** Opens one permission from the list, by its place. */
const one = (state: string, entry: object, pressed: readonly string[] = []): ScreenState =>
  screen('Permissions', state, {
    answers: { '/v1/sessions/': { pcis: [entry] } },
    pressed: ['.screen-body .row', ...pressed],
  })

/** The screens of what the visitor lets the site do. */
export const permissions: readonly ScreenState[] = [
  screen('Account', 'with permissions'),
  screen('Permissions', 'in every state'),
  screen('Permissions', 'none', { answers: { '/v1/sessions/': { pcis: [] } } }),
  screen('Permissions', 'loading', { api: 'hang' }),
  screen('Permissions', 'out of reach', { answers: {}, broken: 'sessions' }),
  one('Permission: each day', daily),
  one('Permission: a stream', stream),
  one('Permission: calls', calls),
  one('Permission: paused, of an unknown token', session('monthly', { state: 'suspended' })),
  one('Permission: the network does not answer', session('once', { state: 'unknown' })),
  one('EndPermission: one', daily, ['.screen-footer .button']),
  screen('Permissions', 'EndPermission: all', { pressed: ['.screen-footer .button'] }),
]
