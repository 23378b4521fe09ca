import type { Kit } from '../../../core/kit/kit.ts'
import type { Declares, Feature } from '../../modal/feature.ts'
import { isPossible, manifestsOf } from '../manifests.ts'
import type { ActionName, Views } from '../registry.ts'
import { contextOf } from '../../../core/kit/context.ts'

/** Screens that take no parameters. */
type PlainView = {
  [name in keyof Views]: undefined extends Views[name] ? name : never
}[keyof Views]
type AnyAction = NonNullable<Feature<Declares>['accountActions']>[number]
type Action = Omit<AnyAction, 'name' | 'view'> & { name: ActionName; view: PlainView }

/**
 * Returns the possible actions of the account on its chain, in the site's order, then in the
 * manifests' order.
 */
export function actionsOf(kit: Kit): readonly Action[] {
  const configured: readonly string[] = contextOf(kit).options.features?.walletFeaturesOrder ?? []
  const positionOf = ({ name, order }: Action) =>
    configured.includes(name) ? configured.indexOf(name) : configured.length + order
  const { features } = manifestsOf(kit).store.getState()
  const actions = features
    .filter((feature) => isPossible(kit, feature))
    // the manifests' types tie each name to its screen
    .flatMap(({ accountActions = [] }) => accountActions as readonly Action[])
  return [...actions].sort((a, b) => positionOf(a) - positionOf(b))
}
