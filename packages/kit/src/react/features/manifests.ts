import { createStore } from 'zustand/vanilla'
import type { StoreApi } from 'zustand/vanilla'
import type { Kit } from '../../core/kit.ts'
import { lazily } from '../../core/lazily.ts'
import type { Account } from '../../core/state.ts'
import type { AccountAction, Declares, Feature, Gate, View } from '../modal/feature.ts'

/** A manifest whose screens are known by name alone: what each takes is tied to its name where it is pushed. */
export type AnyFeature = Omit<Feature<Declares>, 'views' | 'accountActions'> & {
  views: { readonly [name: string]: View<unknown> | undefined }
  accountActions?: readonly AccountAction<string, string>[]
}

/** The features that the site has, as far as their manifests have come. */
export type Known = { features: readonly AnyFeature[]; isComplete: boolean }

export type Manifests = {
  store: StoreApi<Known>
  /** Fetches the manifests that the first screen does without; what did not come is asked for again the next time. */
  complete: () => Promise<void>
}

/** The features of a kit. @throws Error before the modal has brought them */
export function manifestsOf({ context: { manifests } }: Kit): Manifests {
  if (!manifests) throw new Error('Latchkey: the features come with the modal')
  return manifests
}

/** The features of a site, of `first`, which are there, and of all, which are fetched: those that it has switched off are none. */
export function createManifests(kit: Kit, first: readonly AnyFeature[], fetchAll: () => Promise<readonly AnyFeature[]>): Manifests {
  const wanted: { readonly [option: string]: unknown } = kit.context.options.features ?? {}
  const isOn = ({ option }: AnyFeature) => !option || Boolean(wanted[option.name] ?? option.isOn)
  const store = createStore<Known>(() => ({ features: first.filter(isOn), isComplete: false }))
  return {
    store,
    complete: lazily(async () => store.setState({ features: (await fetchAll()).filter(isOn), isComplete: true })),
  }
}

/** A screen by its name; undefined where no feature has it. */
export function viewOf({ features }: Known, name: string): View<unknown> | undefined {
  return featureOf({ features }, name)?.views[name]
}

/** The feature whose screen it is. */
export function featureOf({ features }: Pick<Known, 'features'>, name: string): AnyFeature | undefined {
  return features.find(({ views }) => Object.hasOwn(views, name))
}

/** The first gate that does not let the account in. */
export function gateBefore({ features }: Known, kit: Kit, account: Account): Gate<string> | undefined {
  return features.flatMap(({ gates = [] }): readonly Gate<string>[] => gates).find((gate) => !gate.letsIn(kit, account))
}
