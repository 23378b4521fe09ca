import type { Kit } from '../../../core/kit/kit.ts'
import type { Declares, Feature } from '../../modal/feature.ts'
import { isPossible, manifestsOf } from '../manifests.ts'
import type { ActionName, Views } from '../registry.ts'
import { contextOf } from '../../../core/kit/context.ts'

/** The names of the screens that can be opened without parameters. */
type PlainView = {
  [name in keyof Views]: undefined extends Views[name] ? name : never
}[keyof Views]
type AnyAction = NonNullable<Feature<Declares>['accountActions']>[number]
type Action = Omit<AnyAction, 'name' | 'view'> & { name: ActionName; view: PlainView }

/**
 * Returns the actions that are possible for the account. They are in the site's order; actions that
 * the site does not list follow, sorted by the `order` in their manifests.
 */
export function actionsOf(kit: Kit): readonly Action[] {
  const configured: readonly string[] = contextOf(kit).options.features?.walletFeaturesOrder ?? []
  const positionOf = ({ name, order }: Action) =>
    configured.includes(name) ? configured.indexOf(name) : configured.length + order
  const { features } = manifestsOf(kit).store.getState()
  const actions = features
    .filter((feature) => isPossible(kit, feature))
    // the types of the manifests already guarantee that each name belongs to its screen
    .flatMap(({ accountActions = [] }) => accountActions as readonly Action[])
  return [...actions].sort((a, b) => positionOf(a) - positionOf(b))
}
