import type { OpeningParser } from './openingParser.ts'
import type { Account } from './state.ts'

type AnyParsers = { readonly [view: string]: OpeningParser<object, unknown> | undefined }

/**
 * The state of the modal's screens, as the modal reports it. Code below React knows no screen by
 * name.
 */
export type Screens =
  /** No `KitProvider` handles `open`. */
  | { status: 'missing' }
  /**
   * A `KitProvider` handles `open`. The code of the modal, or the manifests of its features, are
   * loading.
   */
  | { status: 'coming' }
  | {
      status: 'there'
      /**
       * Views that a site may open without parameters. Views of features that the site has switched
       * off are not among them.
       */
      openable: readonly string[]
      /** Names of switches in the option `features`. */
      options: readonly string[]
      /** Whether a view is for connected visitors only. */
      needsAccount: (view: string) => boolean
      /** The view of the gate that blocks this account. Undefined when no gate does. */
      blockingView: (account: Account) => string | undefined
      /**
       * Loads the parsers of a feature, for the parameters that a site passes with its views.
       * `view` is a view of that feature. Undefined for a feature whose views take none.
       */
      opensWith: (view: string) => Promise<{ openingParsers: AnyParsers }> | undefined
    }
