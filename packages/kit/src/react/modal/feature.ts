import type { ErrorCode } from '../../core/errors/errors.ts'
import type { FacetName } from '../../core/contracts/facets/facets.ts'
import type { Kit } from '../../core/kit/kit.ts'
import type { Account, KitState } from '../../core/kit/state.ts'
import type { Catalogue } from '@latchkey/words/messages'
import type { OpeningParsers } from '../../core/kit/openingParser.ts'

/**
 * A React component, written without React's types: the types of `createKit` name the features, and
 * a site without React has these types, too.
 */
export type Component<props> = (props: props) => unknown

/**
 * One screen. It is loaded when it is first shown, or is part of the modal because most visits
 * begin with it.
 */
export type View<params> = {
  /**
   * Whether Escape, the overlay and the close button may close the modal on this screen now. It is
   * called again after every change of the kit's state.
   * @default always
   */
  mayClose?: (kit: Kit) => boolean
  /** Whether it is also shown to visitors without a connected account. @default false */
  needsNoAccount?: boolean
  /**
   * Whether the site allows it. `isFirst`: the modal begins with it. If it is not allowed, Connect
   * or Account is shown instead.
   * @default always
   */
  isAllowed?: (kit: Kit, isFirst: boolean) => boolean
  /**
   * Whether this screen helps to satisfy a guard. If so, it is shown although the guard does not
   * allow the account yet.
   * @default false
   */
  resolvesGuard?: boolean
} & (
  | { load: () => Promise<{ default: Component<{ params: params }> }> }
  | { View: Component<{ params: params }> }
)

/** An action of the account; a button on the Account screen. */
export type AccountAction<view, name> = {
  /** Its name in the option `walletFeaturesOrder`, and the key of its text: `account.<name>`. */
  name: name
  /** The screen of the action. It takes no parameters. */
  view: view
  /** Path of an outline icon, 20 × 20. */
  icon: string
  /** The English text; in other languages it is among the feature's texts, as `account.<name>`. */
  label: string
  /** Smaller numbers come first; the site's `walletFeaturesOrder` takes precedence. */
  order: number
}

/**
 * A navigation guard: a condition that a connected account must meet. Until it allows the account,
 * a flow of the modal is not over.
 */
export type Guard<view> = {
  /** The screen that is shown until the guard allows the account. It takes no parameters. */
  view: view
  /**
   * Whether the guard allows the account. It is called again after every change of the kit's state.
   */
  allows: (kit: Kit, account: Account) => boolean
  /**
   * Whether the modal continues from this screen once the guard allows the account: to the screen
   * it was opened for, or it closes. Otherwise Account follows.
   * @default false
   */
  continuesFlow?: boolean
}

/**
 * A part of the modal that a state of the kit requires: a notice over the card, or an invitation.
 */
export type Notice = {
  /**
   * Whether the state requires it. Its code is loaded with the first such state; if that fails,
   * with the next.
   */
  when: (state: KitState) => unknown
  load: () => Promise<{ default: Component<object> }>
}

/**
 * The declarations of a feature for the compiler. The types of the router, `kit.open`, `features`
 * and `texts` follow from them.
 */
export type Declares = {
  /** Its screens, with the parameters of each. */
  views: object
  /** The screens that a site may open without parameters. */
  opens?: string
  /** The screens that a site may open with parameters, and the parameters of each. */
  opensWith?: object
  /** The name of its switch in the option `features`. */
  option?: string
  /** The names of its account actions. */
  actions?: string
  /** Its English words. */
  words?: readonly Catalogue[]
}

/** The screens of a table that take no parameters. */
type PlainViewOf<views> = {
  [name in keyof views]: undefined extends views[name] ? name : never
}[keyof views] &
  string

/**
 * The manifest of one folder under `features/`. It is the only part of the feature that the rest of
 * the kit knows.
 */
export type Feature<declares extends Declares> = {
  /** The feature's declarations for the compiler; it has no value at run time. */
  readonly declares?: declares
  /** The name of its folder. */
  id: string
  /**
   * The option that switches it; absent if it is always on. A feature that is switched off is not
   * shown, not reachable and not loaded.
   */
  option?: { name: NonNullable<declares['option']>; isOn: boolean }
  /**
   * The facets that the visitor's chain must have; if one is missing, the feature is not offered.
   */
  needs?: readonly FacetName[]
  /**
   * Whether this site and this browser meet its other requirements, such as a service. If not, the
   * feature is not offered. It is called when a screen is drawn.
   * @default yes
   */
  isPossible?: (kit: Kit) => boolean
  /**
   * Whether it is not offered in the restricted time zones
   * (docs/contracts/product.md#restricted-time-zones).
   */
  isRestricted?: boolean
  views: { [name in keyof declares['views']]: View<declares['views'][name]> }
  /** Screens that `kit.open` takes without parameters. */
  opens?: readonly Extract<NonNullable<declares['opens']>, PlainViewOf<declares['views']>>[]
  /**
   * Loads the parsers of the parameters that a site passes with its screens; called when a site
   * first passes some.
   */
  opensWith?: () => Promise<{
    openingParsers: OpeningParsers<declares['views'], NonNullable<declares['opensWith']>>
  }>
  accountActions?: readonly AccountAction<
    PlainViewOf<declares['views']>,
    NonNullable<declares['actions']>
  >[]
  guards?: readonly Guard<PlainViewOf<declares['views']>>[]
  notice?: Notice
  /**
   * Shown on the Account screen of an account without a name. `when` selects the accounts for which
   * its code is loaded.
   */
  invitation?: Notice
  /**
   * Loads the parts of the modal's first screen that only some sites have. It is called with the
   * modal's code, and awaited.
   */
  prepareFirst?: (kit: Kit) => Promise<unknown>
  /**
   * Loads the code that a press on the first screen will need. It is called once the card was
   * painted.
   */
  prepare?: (kit: Kit) => Promise<unknown>
  /**
   * Its English texts. Only a check loads them this way: screens import their own. The other
   * languages are in `packages/kit/src/locales`.
   */
  english?: () => Promise<{ words: NonNullable<declares['words']> }>
  /** The English sentences of its own errors, by code. Their catalogue has the scope `error`. */
  errors?: Catalogue<{ [code in ErrorCode]?: string }, 'error'>
}
