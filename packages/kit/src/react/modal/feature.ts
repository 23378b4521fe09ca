import type { ErrorCode } from '../../core/errors/errors.ts'
import type { FacetName } from '../../core/contracts/facets/facets.ts'
import type { Kit } from '../../core/kit/kit.ts'
import type { Account, KitState } from '../../core/kit/state.ts'
import type { Catalogue } from '@latchkey/words/messages'
import type { OpeningParsers } from '../../core/kit/openingParser.ts'

/**
 * A React component, typed without React: `createKit`'s types contain these types, and a site may
 * use `createKit` without React.
 */
export type Component<props> = (props: props) => unknown

/**
 * One screen of the modal. Its code is loaded when it is first shown (`load`), or together with the
 * modal (`View`), because most visits begin with this screen.
 */
export type View<params> = {
  /**
   * Whether the visitor may close the modal on this screen now (Escape, overlay, close button). It
   * is called again after every change of the kit's state.
   * @default always
   */
  mayClose?: (kit: Kit) => boolean
  /** Whether the screen is also shown to a visitor who is not connected. @default false */
  needsNoAccount?: boolean
  /**
   * Whether the site allows the screen. `isFirst`: the modal begins with it. If the screen is not
   * allowed, Connect or Account is shown instead.
   * @default always
   */
  isAllowed?: (kit: Kit, isFirst: boolean) => boolean
  /**
   * Whether this screen helps to satisfy a guard. It is then shown even though the guard does not
   * allow the account yet.
   * @default false
   */
  resolvesGuard?: boolean
  /**
   * The screens of other features that a press on this screen will probably open. When this screen
   * has come to rest and the browser is idle, their code is loaded one after another, with that of
   * the feature's other screens.
   * @default none
   */
  nextViews?: readonly string[]
} & (
  | { load: (kit: Kit) => Promise<{ default: Component<{ params: params }> }> }
  | { View: Component<{ params: params }> }
)

/** An action of the account. It is a button on the Account screen. */
export type AccountAction<view, name> = {
  /** Its name in the option `walletFeaturesOrder`. The key of its text is `account.<name>`. */
  name: name
  /** The screen of the action. It takes no parameters. */
  view: view
  /** The path of an outline icon, 20 × 20. */
  icon: string
  /**
   * The English text. The other languages have it among the feature's texts, as `account.<name>`.
   */
  label: string
  /** Smaller numbers come first; the site's `walletFeaturesOrder` takes precedence. */
  order: number
  /**
   * Whether the action leads to anything on the current kind of chain. If a service has to be
   * requested first, the action appears when that is known.
   * @default yes
   */
  isUseful?: (kit: Kit) => true | Promise<boolean>
}

/**
 * A navigation guard: a condition that a connected account must meet. Until the guard allows the
 * account, the modal shows the guard's screen.
 */
export type Guard<view> = {
  /** The screen that is shown until the guard allows the account. It takes no parameters. */
  view: view
  /**
   * Whether the guard allows the account. It is called again after every change of the kit's state.
   */
  allows: (kit: Kit, account: Account) => boolean
  /**
   * Once the guard allows the account, its screen is followed by the screen for which the modal was
   * opened. If there is none, the modal closes (true) or Account is shown (false).
   * @default false
   */
  continuesFlow?: boolean
}

/** A notice over the card, or an invitation, which is shown in certain states of the kit. */
export type Notice = {
  /**
   * Whether it is shown in this state. Its code is loaded in the first such state. If that fails,
   * the next such state loads it again.
   */
  when: (state: KitState) => unknown
  load: () => Promise<{ default: Component<object> }>
}

/**
 * What a feature declares for the compiler. The types of the router, `kit.open`, `features` and
 * `texts` are derived from these declarations.
 */
export type Declares = {
  /** Its screens, with the parameters of each. */
  views: object
  /** The screens that a site may open without parameters. */
  opens?: string
  /** The screens that a site may open with parameters, with their parameters. */
  opensWith?: object
  /** The feature's name in the option `features`. */
  option?: string
  /** The names of its account actions. */
  actions?: string
  /** Its English texts. */
  words?: readonly Catalogue[]
}

/** The names of the screens that can be opened without parameters. */
type PlainViewOf<views> = {
  [name in keyof views]: undefined extends views[name] ? name : never
}[keyof views] &
  string

/**
 * The manifest of a feature, a folder under `features/`. The rest of the kit knows a feature only
 * by its manifest.
 */
export type Feature<declares extends Declares> = {
  /** The feature's declarations. They are only for the compiler: the property has no value. */
  readonly declares?: declares
  /** The name of the feature's folder. */
  id: string
  /**
   * The option with which a site switches the feature on or off; absent if it is always on. A
   * feature that is off is not shown, cannot be opened and is not loaded.
   */
  option?: { name: NonNullable<declares['option']>; isOn: boolean }
  /**
   * The facets that the visitor's chain must have. If one is missing, the feature is not offered.
   */
  needs?: readonly FacetName[]
  /**
   * Whether its screens are about coins. It is then not offered on a network whose accounts have
   * their coins elsewhere.
   * @default false
   */
  needsCoins?: boolean
  /**
   * Whether this site and this browser meet the feature's other requirements, such as a service. If
   * not, the feature is not offered. It is called when a screen is rendered.
   * @default yes
   */
  isPossible?: (kit: Kit) => boolean
  /**
   * Whether the feature is left out in the restricted time zones
   * (docs/contracts/product.md#restricted-time-zones).
   */
  isRestricted?: boolean
  views: { [name in keyof declares['views']]: View<declares['views'][name]> }
  /** The screens that `kit.open` opens without parameters. */
  opens?: readonly Extract<NonNullable<declares['opens']>, PlainViewOf<declares['views']>>[]
  /**
   * Loads the functions that check the parameters with which a site opens a screen. It is called
   * when a site first passes parameters.
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
   * Shown on the Account screen of an account that has no name. `when` decides for which states its
   * code is loaded.
   */
  invitation?: Notice
  /**
   * Loads the parts of the modal's first screen that only some sites have. It is called as soon as
   * the modal's code is loaded, and the modal waits for it.
   */
  prepareFirst?: (kit: Kit) => Promise<unknown>
  /**
   * Loads the code that a press on the first screen will need, besides that of the next screens. It
   * is called when the opened modal has come to rest.
   */
  prepare?: (kit: Kit) => Promise<unknown>
  /**
   * The screens that a press on the first screen will probably open. Their code is loaded when the
   * opened modal has come to rest.
   */
  nextViews?: (kit: Kit) => readonly (keyof declares['views'])[]
  /**
   * Loads its English texts for a check. The screens import their texts themselves. The other
   * languages are in `packages/kit/src/locales`.
   */
  english?: () => Promise<{ words: NonNullable<declares['words']> }>
  /** The English sentences of the feature's errors, by code. Their scope is `error`. */
  errors?: Catalogue<{ [code in ErrorCode]?: string }, 'error'>
}
