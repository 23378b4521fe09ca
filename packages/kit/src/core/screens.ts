import type { Account } from './state.ts'

/**
 * The state of the modal's screens, as the modal reports it: code below React knows no screen by
 * name.
 */
export type Screens =
  /** No `KitProvider` handles `open`. */
  | { status: 'missing' }
  /**
   * A `KitProvider` handles it; the code of the modal, or the manifests of all its features, are
   * loading.
   */
  | { status: 'coming' }
  | {
      status: 'there'
      /**
       * Views that a site may open without parameters: without those of features that it has
       * switched off.
       */
      openable: readonly string[]
      /** Names in the option `features` that switch a feature. */
      options: readonly string[]
      /** Whether a view is for connected visitors only. */
      needsAccount: (view: string) => boolean
      /** The view by which a gate holds this account back; undefined when every gate lets it in. */
      blockingView: (account: Account) => string | undefined
    }
