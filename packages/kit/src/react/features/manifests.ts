import { createStore } from 'zustand/vanilla'
import type { StoreApi } from 'zustand/vanilla'
import { hasRestrictedZone } from '../../core/hasRestrictedZone.ts'
import type { Kit } from '../../core/kit.ts'
import { lazily } from '../../core/lazily.ts'
import type { Account } from '../../core/state.ts'
import type { AccountAction, Declares, Feature, Gate, View } from '../modal/feature.ts'
import type { OpeningParser } from '../modal/opening/openingParser.ts'
import type { Route } from '../modal/router.ts'
import type { Views } from './registry.ts'

/**
 * A manifest without the types of its screens' parameters: they are checked where a screen is
 * pushed.
 */
export type AnyFeature = Omit<
  Feature<Declares>,
  'views' | 'opens' | 'reads' | 'accountActions' | 'gates'
> & {
  views: { readonly [name: string]: View<unknown> | undefined }
  opens?: readonly string[]
  reads?: () => Promise<{
    openingParsers: { readonly [view: string]: OpeningParser<object, unknown> | undefined }
  }>
  accountActions?: readonly AccountAction<string, string>[]
  gates?: readonly Gate<string>[]
}

/** The features that the site has turned on, as far as their manifests are loaded. */
export type LoadedFeatures = {
  features: readonly AnyFeature[]
  isComplete: boolean
  /** Names in the option `features` that switch a feature, also of those that are off. */
  options: readonly string[]
  /** The screens of the gates, by name. */
  gates: ReadonlyMap<string, Route<Views>>
}

export type Manifests = {
  store: StoreApi<LoadedFeatures>
  /**
   * Loads the manifests that the first screen does not need; after a failure the next call loads
   * them again.
   */
  complete: () => Promise<void>
}

/** The features of a kit. @throws Error before the modal is loaded */
export function manifestsOf({ context: { manifests } }: Kit): Manifests {
  if (!manifests) throw new Error('Latchkey: the features come with the modal')
  return manifests
}

/**
 * The features of a site, without those that it has switched off: those in `first` at once, all
 * after `fetchAll`.
 */
export function createManifests(
  kit: Kit,
  first: readonly AnyFeature[],
  fetchAll: () => Promise<readonly AnyFeature[]>,
): Manifests {
  const configured: { readonly [option: string]: unknown } = kit.context.options.features ?? {}
  const isOn = ({ option }: AnyFeature) =>
    !option || Boolean(configured[option.name] ?? option.isOn)
  const loadedFeatures = (all: readonly AnyFeature[], isComplete: boolean): LoadedFeatures => {
    const features = all.filter(isOn)
    // the screen of a gate takes no parameters
    const gates = features
      .flatMap(({ gates = [] }) => gates)
      .map(({ view }) => [view, { view, params: undefined } as Route<Views>] as const)
    return {
      features,
      isComplete,
      options: all.flatMap(({ option }) => option?.name ?? []),
      gates: new Map(gates),
    }
  }
  const store = createStore<LoadedFeatures>(() => loadedFeatures(first, false))
  return {
    store,
    complete: lazily(async () => store.setState(loadedFeatures(await fetchAll(), true))),
  }
}

/** A screen by its name; undefined if no feature has it. */
export function viewOf(known: LoadedFeatures, name: string): View<unknown> | undefined {
  return featureOf(known, name)?.views[name]
}

/** The feature that a screen belongs to. */
export function featureOf({ features }: LoadedFeatures, name: string): AnyFeature | undefined {
  return features.find(({ views }) => Object.hasOwn(views, name))
}

/** Whether the visitor's current chain, the site and the browser have what a feature needs. */
export function isPossible(
  kit: Kit,
  {
    needs = [],
    isPossible: isMet = () => true,
    isRestricted = false,
  }: Pick<AnyFeature, 'needs' | 'isPossible' | 'isRestricted'>,
): boolean {
  const { namespace } = kit.getState()
  const facets =
    kit.context.adapters.find((adapter) => adapter.namespace === namespace)?.facets ?? []
  return (
    needs.every((name) => facets.includes(name)) &&
    isMet(kit) &&
    !(isRestricted && hasRestrictedZone())
  )
}

/** Whether a screen is offered to the visitor now: its feature is on, and the chain supports it. */
export function isOffered(kit: Kit, known: LoadedFeatures, view: string): boolean {
  const feature = featureOf(known, view)
  return feature !== undefined && isPossible(kit, feature)
}

/** The first gate that does not let the account in; a gate that throws lets no account in. */
export function gateBefore(
  { features }: LoadedFeatures,
  kit: Kit,
  account: Account,
): Gate<string> | undefined {
  return features.flatMap(({ gates = [] }) => gates).find((gate) => !isLetIn(kit, gate, account))
}

/**
 * Whether a gate lets the account in. Called during every change of the kit's state, so an error of
 * a gate must not escape.
 */
export function isLetIn(kit: Kit, gate: Gate<string>, account: Account): boolean {
  try {
    return gate.letsIn(kit, account)
  } catch (error) {
    globalThis.reportError?.(error)
    return false
  }
}
