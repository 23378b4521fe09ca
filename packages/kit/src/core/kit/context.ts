import type { Language } from '@latchkey/words/createLanguage'
import type { StoreApi } from 'zustand/vanilla'
import type { ChainAdapter } from '../contracts/adapter.ts'
import type { Link, SignInOnConnect } from '../contracts/connectorSource.ts'
import type { Sources } from '../accounts/createSources.ts'
import type { ApiContext } from '../http/callApi.ts'
import type { Clock } from '../page/clock.ts'
import type { Queries } from '../queries/createQueries.lazy.ts'
import type { KitNetwork } from '../contracts/network.ts'
import type { KitOptions } from '../options/options.ts'
import type { KitStorage } from '../storage/storage.ts'
import type { Siwx } from '../contracts/siwx.ts'
import type { Kit } from './kit.ts'
import type { Screens } from './screens.ts'

/** The shared state and tools of the kit's own actions. */
export type KitContext = {
  options: KitOptions
  networks: readonly KitNetwork[]
  adapters: ChainAdapter[]
  sources: Sources
  /** The kit's connections, and those that are being made, ended or restored. */
  links: {
    /** By namespace and id of the connection. `close` stops following the link. */
    all: Map<string, { link: Link; close: () => void }>
    /**
     * By connector: the callback of an attempt that waits for the wallet. It may get the late
     * answer of an earlier attempt.
     */
    attempts: Map<string, (links: readonly Link[]) => void>
    /**
     * By connector: disconnect messages that the wallet has not answered yet. A new connection
     * waits for them, as they would revoke its request.
     */
    disconnecting: Map<string, Promise<unknown>>
    /** By connection: wallets of an earlier visit that are being reconnected. */
    restoring: Map<string, Promise<readonly Link[]>>
  }
  storage: KitStorage
  clock: Clock
  fetch: typeof fetch
  /** Undefined when the site named no API. */
  api: ApiContext | undefined
  /**
   * Whether a press of one of the kit's buttons is likely: a button is in the page, or was. True
   * from the start if the site's `preload` is `'idle'`.
   */
  press: StoreApi<{ isLikely: boolean }>
  /** The state of the modal's screens, as the modal reports it. */
  screens: StoreApi<Screens>
  /** The language of the modal's texts; undefined before the first texts are needed. */
  language?: Language
  /** How the site signs visitors in; undefined without the option. */
  siwx?: Siwx
  /** Signs in during the connection. Defined once the code of signing in has loaded. */
  signInOnConnect?: SignInOnConnect
  /**
   * Whether the code that called `createKit` still runs. A kit that is rendered during that time
   * was made inside a component, so each render makes a new kit.
   */
  isBeingMade: boolean
  /** Whether a `KitProvider` shows the modal of this kit. */
  hasProvider: boolean
  /** Aborts when the kit stops. Each start makes a new one; undefined before the first start. */
  life?: AbortController
  /**
   * The last error of connecting, by the opening of the modal in which it happened. Never an abort
   * by the visitor.
   */
  connectErrors?: { readonly [request: number]: unknown }
  /** The time of the last failure, in milliseconds, by the name of the failed part. */
  failures: Map<string, number>
  /** The kit's own query client. Made on first use. */
  queries(): Promise<Queries>
  /** Loads the actions on connections before the first of them is called. */
  prepareActions(kit: Kit): Promise<void>
}

/**
 * The key of a kit's private part. The symbol is registered, so two copies of the kit on a page
 * have the same key.
 */
const key = /* @__PURE__ */ Symbol.for('latchkey.context')

type WithContext = { readonly [key]: KitContext }

/** The private part of a kit. Sites do not see it: it is in no public type. */
// every kit has the key, because `createKit` calls `withContext`
export const contextOf = (kit: Kit): KitContext => (kit as Kit & WithContext)[key]

/** Makes a kit from its public and its private part. */
export const withContext = (kit: Kit, context: KitContext): Kit & WithContext => ({
  ...kit,
  [key]: context,
})
