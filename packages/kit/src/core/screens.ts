import type { Account } from './state.ts'

/** What the kit knows of the modal's screens. The modal tells it: nothing below React knows a screen by name. */
export type Screens =
  /** No `KitProvider` takes up what `open` asks for. */
  | { status: 'missing' }
  /** A `KitProvider` does; the code of the modal, or the manifests of all its features, are on their way. */
  | { status: 'coming' }
  | {
      status: 'there'
      /** Views that a site may open: without those of features that it has switched off. */
      openable: readonly string[]
      /** Names in the option `features` that switch a feature. */
      options: readonly string[]
      /** Whether a view is for connected visitors only. */
      needsAccount: (view: string) => boolean
      /** The view that stands between this account and "let in"; undefined when every gate lets it in. */
      inTheWay: (account: Account) => string | undefined
    }
