import { createStore } from 'zustand/vanilla'
import type { StoreApi } from 'zustand/vanilla'
import { hasRestrictedZone } from '../../core/page/hasRestrictedZone.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { lazily } from '../../core/page/loadCode.ts'
import type { Account } from '../../core/kit/state.ts'
import type { AccountAction, Declares, Feature, Guard, View } from '../modal/feature.ts'
import type { OpeningParser } from '../../core/kit/openingParser.ts'
import type { Route } from '../router/reducer.ts'
import type { Views } from './registry.ts'
import { hasCoins } from '../../core/accounts/coinNetworkOf.ts'
import { activeNetworkId } from '../../core/kit/state.ts'
import { contextOf } from '../../core/kit/context.ts'
import { perKit } from '../../core/kit/perKit.ts'

/**
 * A manifest without the types of its screens' parameters. The router checks these types where a
 * screen is opened.
 */
export type AnyFeature = Omit<
  Feature<Declares>,
  'views' | 'opens' | 'opensWith' | 'accountActions' | 'guards' | 'nextViews'
> & {
  views: { readonly [name: string]: View<unknown> | undefined }
  nextViews?: (kit: Kit) => readonly string[]
  opens?: readonly string[]
  opensWith?: () => Promise<{
    openingParsers: { readonly [view: string]: OpeningParser<object, unknown> | undefined }
  }>
  accountActions?: readonly AccountAction<string, string>[]
  guards?: readonly Guard<string>[]
}

/** The site's enabled features whose manifests are loaded. */
export type LoadedFeatures = {
  features: readonly AnyFeature[]
  isComplete: boolean
  /** The names of the features in the option `features`, also of features that are switched off. */
  options: readonly string[]
  /** The screens of the guards, by name. */
  guards: ReadonlyMap<string, Route<Views>>
}

export type Manifests = {
  store: StoreApi<LoadedFeatures>
  /**
   * Loads the manifests that the first screen does not need. If that fails, the next call tries
   * again.
   */
  complete: () => Promise<void>
}

/** The features of each kit, set when the modal has loaded. */
export const loaded = perKit((): { manifests?: Manifests } => ({}))

/** Returns the features of a kit. @throws Error before the modal is loaded */
export function manifestsOf(kit: Kit): Manifests {
  const { manifests } = loaded(kit)
  if (!manifests) throw new Error('Latchkey: the features come with the modal')
  return manifests
}

/**
 * Creates the features of a kit, without those that the site has switched off. At first they are
 * those of `first`; after `complete()` they are those that `fetchAll` loads.
 */
export function createManifests(
  kit: Kit,
  first: readonly AnyFeature[],
  fetchAll: () => Promise<readonly AnyFeature[]>,
): Manifests {
  const configured: { readonly [option: string]: unknown } = contextOf(kit).options.features ?? {}
  const isOn = ({ option }: AnyFeature) =>
    !option || Boolean(configured[option.name] ?? option.isOn)
  const loadedFeatures = (all: readonly AnyFeature[], isComplete: boolean): LoadedFeatures => {
    const features = all.filter(isOn)
    // a guard's screen takes no parameters
    const guards = features
      .flatMap(({ guards: gates = [] }) => gates)
      .map(({ view }) => [view, { view, params: undefined } as Route<Views>] as const)
    return {
      features,
      isComplete,
      options: all.flatMap(({ option }) => option?.name ?? []),
      guards: new Map(guards),
    }
  }
  const store = createStore<LoadedFeatures>(() => loadedFeatures(first, false))
  return {
    store,
    complete: lazily(async () => store.setState(loadedFeatures(await fetchAll(), true))),
  }
}

/** Returns a screen by its name; undefined if no feature has it. */
export function viewOf(known: LoadedFeatures, name: string): View<unknown> | undefined {
  return featureOf(known, name)?.views[name]
}

/** Returns the feature to which a screen belongs. */
export function featureOf({ features }: LoadedFeatures, name: string): AnyFeature | undefined {
  return features.find(({ views }) => Object.hasOwn(views, name))
}

/**
 * Whether a feature can be used: its requirements on the chain, the site and the browser are met.
 */
export function isPossible(
  kit: Kit,
  {
    needs = [],
    needsCoins = false,
    isPossible: isMet = () => true,
    isRestricted = false,
  }: Pick<AnyFeature, 'needs' | 'needsCoins' | 'isPossible' | 'isRestricted'>,
): boolean {
  const { namespace } = kit.getState()
  const facets =
    contextOf(kit).adapters.find((adapter) => adapter.namespace === namespace)?.facets ?? []
  return (
    needs.every((name) => facets.includes(name)) &&
    (!needsCoins || hasCoins(kit, activeNetworkId(kit.getState()))) &&
    isMet(kit) &&
    !(isRestricted && hasRestrictedZone())
  )
}

/** Whether the visitor can use a screen now: its feature is enabled and possible. */
export function isOffered(kit: Kit, known: LoadedFeatures, view: string): boolean {
  const feature = featureOf(known, view)
  return feature !== undefined && isPossible(kit, feature)
}

/**
 * Returns the first guard that does not allow the account. A guard that throws an error allows no
 * account.
 */
export function failingGuard(
  { features }: LoadedFeatures,
  kit: Kit,
  account: Account,
): Guard<string> | undefined {
  return features
    .flatMap(({ guards: gates = [] }) => gates)
    .find((guard) => !isAllowedBy(kit, guard, account))
}

/**
 * Whether a guard allows the account. An error of the guard is caught here, because guards run
 * during changes of the kit's state, and the error would stop the change.
 */
export function isAllowedBy(kit: Kit, guard: Guard<string>, account: Account): boolean {
  try {
    return guard.allows(kit, account)
  } catch (error) {
    globalThis.reportError?.(error)
    return false
  }
}
