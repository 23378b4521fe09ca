import type { KitOptions, KitState, Wallet } from 'latchkey'
import type { ApiBehaviour, FakeAdapterOptions } from 'latchkey/testing'

/** One screen of the modal in one state, and the steps to it. */
export type ScreenState = {
  /** Name of the view, and of the state: `Connect: several wallets`. */
  view: string
  state: string
  params?: unknown
  adapter?: FakeAdapterOptions
  /** Another namespace beside EVM. */
  second?: FakeAdapterOptions & { namespace: 'solana' }
  /** @default answer */
  api?: ApiBehaviour
  /** Further options of the site. */
  options?: Partial<KitOptions>
  /** Milliseconds that pass once the screen is shown. */
  later?: number
  /**
   * Afterwards time passes in steps of `every` milliseconds, and requests finish after each, until
   * the modal has an element for the selector `until`.
   */
  passes?: { every: number; until: string }
  /**
   * What happens to a window that the page opens: the browser blocks it, it is shown, or the
   * visitor closed it. @default the browser's own behaviour
   */
  window?: 'blocked' | 'open' | 'closed'
  /** The browser's user agent. */
  agent?: keyof typeof agents
  recents?: readonly Wallet[]
  /** Whether the link to the app is pressed, although no app is installed. */
  opened?: boolean
  /** Text for the first field. */
  typed?: string
  /** Answers that replace the API's, by a part of the path. */
  answers?: { readonly [path: string]: unknown }
  /** Headers of those answers. */
  responseHeaders?: { readonly [name: string]: string }
  /** A part of the URLs that the API answers with an error. */
  broken?: string
  /** Whether the browser is offline. */
  isOffline?: boolean
  /** A notice over the screen: a message for the visitor, or a warning for the site's developer. */
  notices?: Partial<Pick<KitState, 'toast' | 'alert'>>
  /** Transactions sent from this browser. */
  sent?: KitState['pending']
  /** The kit's storage, by key. */
  stored?: { readonly [key: string]: unknown }
  /** Selectors of tabs, switches and buttons that are pressed one after another. */
  pressed?: readonly string[]
}

/** User agents of other browsers. */
export const agents = {
  iphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  android:
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
}
