import type { ComponentType } from 'react'
import type { ErrorCode } from '../../core/errors.ts'
import type { FacetName } from '../../core/facets/facets.ts'
import type { Kit } from '../../core/kit.ts'
import type { Account, KitState } from '../../core/state.ts'
import type { Catalogue } from '@latchkey/words/messages'
import type { OpeningParsers } from './opening/openingParser.ts'

/**
 * One screen: loaded when it is first shown, or part of the modal because most visits begin with
 * it.
 */
export type View<params> = {
  /**
   * Whether Escape, the overlay and the close button may close the modal on this screen now; called
   * again after every change of the kit's state. @default always
   */
  mayClose?: (kit: Kit) => boolean
  /** Shown to visitors without a connection, too. @default false */
  needsNoAccount?: boolean
  /**
   * Whether the site allows it; `isFirst` where the modal begins with it. If not, Connect or
   * Account is shown in its place. @default always
   */
  isAllowed?: (kit: Kit, isFirst: boolean) => boolean
  /**
   * Whether this screen helps to fulfil a gate: it is shown while the gate holds, too. @default
   * false
   */
  isWayOut?: boolean
} & (
  | { load: () => Promise<{ default: ComponentType<{ params: params }> }> }
  | { View: ComponentType<{ params: params }> }
)

/** An action of the account; a button on the Account screen. */
export type AccountAction<view, name> = {
  /** Its name in the option `walletFeaturesOrder`, and the key of its text: `account.<name>`. */
  name: name
  /** The screen that does it. It takes no parameters. */
  view: view
  /** Path of an outline icon, 20 × 20. */
  icon: string
  /** The English text; in other languages it is among the feature's texts, as `account.<name>`. */
  label: string
  /** Smaller numbers come first; the site's `walletFeaturesOrder` takes precedence. */
  order: number
}

/** A condition between "connected" and "let in": a flow of the modal is not over while it holds. */
export type Gate<view> = {
  /** The screen that is shown while the gate holds. It takes no parameters. */
  view: view
  /** Whether this account may pass; called again after every change of the kit's state. */
  letsIn: (kit: Kit, account: Account) => boolean
  /**
   * Whether the modal goes on by itself from this screen once the gate lets in: to what it was
   * opened for, or it closes. Otherwise Account follows. @default false
   */
  continuesFlow?: boolean
}

/**
 * A part of the modal that the kit's state calls for: a notice over the card of any screen, an
 * invitation.
 */
export type Notice = {
  /**
   * What calls for it in the state. Its code is loaded with the first such state; if that fails,
   * with the next.
   */
  when: (state: KitState) => unknown
  load: () => Promise<{ default: ComponentType }>
}

/**
 * The declarations of a feature for the compiler: the router, `kit.open`, `features` and `texts`
 * get their types from them.
 */
export type Declares = {
  /** Its screens, with the parameters of each. */
  views: object
  /** The screens that a site may open without parameters. */
  opens?: string
  /** The screens that a site may open with parameters, and what it passes. */
  reads?: object
  /** The name in the option `features` that switches it. */
  option?: string
  /** Names of its account actions. */
  actions?: string
  /** Its English words. */
  words?: readonly Catalogue[]
}

/** The screens of a table that take no parameters. */
type PlainViewOf<views> = {
  [name in keyof views]: undefined extends views[name] ? name : never
}[keyof views] &
  string

/** The manifest of one folder under `features/`: the rest of the kit knows nothing else of it. */
export type Feature<declares extends Declares> = {
  /** The feature's declarations for the compiler; there is no value in it. */
  readonly declares?: declares
  /** The name of its folder. */
  id: string
  /**
   * The option that switches it; absent if it is always on. A feature that is off is not shown, not
   * reachable and not loaded.
   */
  option?: { name: NonNullable<declares['option']>; isOn: boolean }
  /**
   * The facets that the visitor's chain must have; if one is missing, the feature is not offered.
   */
  needs?: readonly FacetName[]
  /**
   * Whether this site and this browser have what else it needs, such as a service; if not, the
   * feature is not offered. Called when a screen is drawn. @default yes
   */
  isPossible?: (kit: Kit) => boolean
  /** Not offered in the restricted time zones (spec section 9). */
  isRestricted?: boolean
  views: { [name in keyof declares['views']]: View<declares['views'][name]> }
  /** Screens that `kit.open` takes without parameters. */
  opens?: readonly Extract<NonNullable<declares['opens']>, PlainViewOf<declares['views']>>[]
  /** How it reads what a site passes with its screens; loaded when a site first does so. */
  reads?: () => Promise<{
    openingParsers: OpeningParsers<declares['views'], NonNullable<declares['reads']>>
  }>
  accountActions?: readonly AccountAction<
    PlainViewOf<declares['views']>,
    NonNullable<declares['actions']>
  >[]
  gates?: readonly Gate<PlainViewOf<declares['views']>>[]
  notice?: Notice
  /**
   * Shown on the Account screen of an account that has no name; `tells` says for which accounts its
   * code is loaded.
   */
  invitation?: Notice
  /**
   * Loads the parts of the modal's first screen that only some sites have; called with the modal's
   * code, and awaited.
   */
  prepareFirst?: (kit: Kit) => Promise<unknown>
  /**
   * Loads the code that a press on the first screen will need; called once the card has been
   * painted.
   */
  prepare?: (kit: Kit) => Promise<unknown>
  /**
   * Its English texts. Only a check loads them this way: screens have their own. Those in other
   * languages stand in its folder `locales`.
   */
  english?: () => Promise<{ words: NonNullable<declares['words']> }>
  /** English sentences of its own errors, by code. Their catalogue has the scope `error`. */
  errors?: Catalogue<{ [code in ErrorCode]?: string }, 'error'>
}
