import type { ComponentType } from 'react'
import type { ErrorCode } from '../../core/errors.ts'
import type { FacetName } from '../../core/facets/facets.ts'
import type { Kit } from '../../core/kit.ts'
import type { Locale } from '../../core/locale.ts'
import type { Account, KitState } from '../../core/state.ts'
import type { Catalogue } from '../i18n/messages.ts'
import type { TextSource } from '../i18n/applyTexts.ts'

/** One screen: loaded when it is first shown, or there with the modal because most visits begin with it. */
export type View<params> = {
  /** Whether Escape, the overlay and the close button close the modal here now; asked again after every change of the kit's state. @default always */
  mayClose?: (kit: Kit) => boolean
  /** Shown to visitors without a connection, too. @default false */
  isForAnybody?: boolean
  /** Leads out of what a gate asks for: shown while a gate holds, too. @default false */
  isWayOut?: boolean
} & ({ load: () => Promise<{ default: ComponentType<{ params: params }> }> } | { View: ComponentType<{ params: params }> })

/** Something that the visitor may do with the account; a button on the Account screen. */
export type AccountAction<view, name> = {
  /** Its name in the option `walletFeaturesOrder`, and of its text: `account.<name>`. */
  name: name
  /** The screen that does it. It takes no parameters. */
  view: view
  /** Path of an outline icon, 20 × 20. */
  icon: string
  label: Readonly<Record<Locale, string>>
  /** Smaller numbers come first; the site's `walletFeaturesOrder` goes before. */
  order: number
}

/** Stands between "connected" and "let in": a flow of the modal is not over while it holds. */
export type Gate<view> = {
  /** The screen that stands in the way while the gate holds. It takes no parameters. */
  view: view
  /** Whether this account may pass; asked again after every change of the kit's state. */
  letsIn: (kit: Kit, account: Account) => boolean
}

/** Something that tells the visitor about the kit's state over the card, whatever screen is there. */
export type Notice = {
  /** What it has to tell. Its code is fetched with the first, and where that fails asked for again with the next. */
  tells: (state: KitState) => unknown
  load: () => Promise<{ default: ComponentType }>
}

/** What a feature declares to the compiler: from this the router, `kit.open`, `features` and `texts` get their types. */
export type Declares = {
  /** Its screens, with the parameters that each takes. */
  views: object
  /** Those that a site may open. */
  opens?: string
  /** The name in the option `features` that switches it. */
  option?: string
  /** Names of its account actions. */
  actions?: string
  /** Its English words. */
  words?: readonly Catalogue<Record<string, string>>[]
}

/** The screens of a table that take no parameters. */
type PlainViewOf<views> = { [name in keyof views]: undefined extends views[name] ? name : never }[keyof views] & string

/** The manifest of one folder under `features/`: all that the rest of the kit knows of it. */
export type Feature<declares extends Declares> = {
  /** Tells the compiler what the manifest declares; there is nothing in it. */
  readonly declares?: declares
  /** The name of its folder. */
  id: string
  /** What switches it, unless it is always there: a feature that is off is not shown, not reachable and not fetched. */
  option?: { name: NonNullable<declares['option']>; isOn: boolean }
  /** What the visitor's chain has to be able to do; where it lacks one of them, the feature is not offered. */
  needs?: readonly FacetName[]
  views: { [name in keyof declares['views']]: View<declares['views'][name]> }
  /** Screens that `kit.open` takes; they take no parameters. */
  opens?: readonly Extract<NonNullable<declares['opens']>, PlainViewOf<declares['views']>>[]
  accountActions?: readonly AccountAction<PlainViewOf<declares['views']>, NonNullable<declares['actions']>>[]
  gates?: readonly Gate<PlainViewOf<declares['views']>>[]
  notice?: Notice
  /** Fetches the parts of the modal's first screen that only some sites have; called with the modal's code, and waited for. */
  prepareFirst?: (kit: Kit) => Promise<unknown>
  /** Fetches what a press on the first screen will need; called once the card has been painted. */
  prepare?: (kit: Kit) => Promise<unknown>
  /** Its English words, which only a check needs at once: screens bring their own. */
  english?: () => Promise<{ words: NonNullable<declares['words']> }>
  /** The same in the other languages; they come beside its first screen. */
  texts?: TextSource
  /** English sentences of the errors that are its own, by code. Their catalogue has the scope `error`. */
  errors?: Catalogue<{ [code in ErrorCode]?: string }, 'error'>
}
