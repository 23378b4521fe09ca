import type { KitOptions } from 'latchkey'
import type { FakeAdapterOptions } from 'latchkey/testing'
import type { ScreenState } from './screenState.ts'

const wallet = { id: 'io.metamask', name: 'MetaMask' }
const adapter = (more: Partial<FakeAdapterOptions> = {}): FakeAdapterOptions => ({
  connectors: [wallet],
  connected: [wallet.id],
  ...more,
})
const never = () => new Promise<never>(() => {})
const fails = async (): Promise<never> => {
  throw new Error('The site does not answer')
}

/** The message of the sign-in below. Its standard requires English. */
export const signInMessage = `ferrylane.example.org wants you to sign in with your Ethereum account:
0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266

Show that this account is yours, and come in.

URI: https://ferrylane.example.org/
Version: 1
Chain ID: 31337
Nonce: 7cK2rT9wQx
Issued At: 2026-01-01T00:00:00.000Z`

type SignIn = Exclude<NonNullable<KitOptions['siwx']>, (...given: never[]) => unknown>

/** The site's functions for signing in. They say that the account is not signed in. */
const siwx = (more: Partial<SignIn> = {}): SignIn => ({
  createMessage: async ({ chainId, accountAddress }) => ({
    chainId,
    accountAddress,
    domain: 'ferrylane.example.org',
    uri: 'https://ferrylane.example.org/',
    version: '1',
    nonce: '7cK2rT9wQx',
    toString: () => signInMessage,
  }),
  addSession: async () => {},
  setSessions: async () => {},
  getSessions: async () => [],
  revokeSession: async () => {},
  getRequired: () => true,
  ...more,
})

const signing = (
  state: string,
  { site, ...more }: Partial<ScreenState> & { site?: Partial<SignIn> } = {},
): ScreenState => ({
  view: 'SIWXSignMessage',
  state,
  adapter: adapter(),
  ...more,
  options: { siwx: siwx(site), ...more.options },
})
const sign = '.button[data-variant=primary]'

/** The screens of signing in with the wallet. */
export const signIn: readonly ScreenState[] = [
  signing('asking'),
  signing('asking, optional', { site: { getRequired: () => false } }),
  signing('the message shown', { pressed: ['[aria-expanded=false]'] }),
  signing('waiting for the wallet', { adapter: adapter({ sign: 'hang' }), pressed: [sign] }),
  signing('declined', { adapter: adapter({ sign: 'userRejected' }), pressed: [sign], later: 500 }),
  signing('refused by the site', { site: { addSession: fails }, pressed: [sign] }),
  signing('no message from the site', { site: { createMessage: fails } }),
  signing('being looked up', { site: { getSessions: never } }),
  signing('unknown', { site: { getSessions: fails } }),
  signing('a site with a long name', {
    options: {
      metadata: {
        name: 'The bakery at the end of Ferry Lane, and its mills, boats and orchards',
        url: 'https://the-bakery-at-the-end-of-ferry-lane.example.org',
      },
    },
  }),
]
