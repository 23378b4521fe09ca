import type { KitOptions, KitState, Wallet } from 'latchkey'
import type { ApiBehaviour, FakeAdapterOptions } from 'latchkey/testing'

/** One screen of the modal in one state, and how to get there. */
export type ScreenState = {
  /** The names of the view and of the state: `Connect: several wallets`. */
  view: string
  state: string
  params?: unknown
  adapter?: FakeAdapterOptions
  /** A wallet of another namespace, besides EVM. */
  second?: FakeAdapterOptions & { namespace: 'solana' }
  /** @default answer */
  api?: ApiBehaviour
  /** Further options of the site. */
  options?: Partial<KitOptions>
  /** Milliseconds by which the kit's clock advances after all that is typed and pressed. */
  later?: number
  /**
   * After `later`, the clock advances in steps of `every` milliseconds, until the modal contains an
   * element that matches the selector `until`. Between the steps, requests have time to finish.
   */
  passes?: { every: number; until: string }
  /**
   * What happens to a window that the page opens: the browser blocks it, it is shown, or the
   * visitor has closed it. @default the browser's own behaviour
   */
  window?: 'blocked' | 'open' | 'closed'
  /** Which user agent the browser reports. */
  agent?: keyof typeof agents
  recents?: readonly Wallet[]
  /** Whether the link that opens the wallet's app is pressed. The browser does not follow it. */
  opened?: boolean
  /** The text that is typed into the first field. */
  typed?: string
  /** Answers that replace the API's answers, by a part of the path. */
  answers?: { readonly [path: string]: unknown }
  /** The headers of the answers in `answers`. */
  responseHeaders?: { readonly [name: string]: string }
  /** A part of a URL. The API answers such URLs with an error. */
  broken?: string
  /** Whether the browser is offline. */
  isOffline?: boolean
  /** A notice over the screen: a toast for the visitor, or an alert for the site's developer. */
  notices?: Partial<Pick<KitState, 'toast' | 'alert'>>
  /** The transactions that this browser has sent. */
  sent?: KitState['pending']
  /** The content of the kit's storage, by key. */
  stored?: { readonly [key: string]: unknown }
  /** Selectors of tabs, switches and buttons. They are pressed one after another. */
  pressed?: readonly string[]
}

/** The user agents of other browsers. */
export const agents = {
  iphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  android:
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
}
