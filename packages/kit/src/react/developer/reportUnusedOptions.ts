import { defaultNamespace } from '@latchkey/protocol/namespace'
import type { KitError } from '../../core/errors/KitError.ts'
import type { Kit } from '../../core/kit/kit.ts'
import type { KitOptions } from '../../core/options/options.ts'
import { optionInvalid } from '../../core/options/optionInvalid.ts'
import { reportFaults } from './reportFaults.ts'
import { contextOf } from '../../core/kit/context.ts'

/**
 * Reports to the site's developer which options have no effect, because they need
 * something that is missing or switched off.
 */
export function reportUnusedOptions(kit: Kit): void {
  const { options, api, adapters } = contextOf(kit)
  const { features = {}, defaultAccountTypes, analyticsUrl, onEvent } = options
  const hasLogins = kit.getState().connectors.some(({ type }) => type === 'auth')
  const needsApi = (['swaps', 'onramp', 'history'] as const).filter(
    (name) => features[name] === true && !api,
  )
  const needsLogins = [
    features.email === true && 'features.email',
    features.socials && 'features.socials',
    features.emailShowWallets === false && 'features.emailShowWallets',
  ].flatMap((name) => (name && !hasLogins ? name : []))
  reportFaults(
    kit,
    [
      features.smartSessions &&
        !adapters.some(({ facets }) => facets.includes('smartSessions')) &&
        optionInvalid(
          'features.smartSessions',
          'has no effect without a chain that has them',
          'Pass the adapter `evm()`, or leave it out.',
        ),
      ...accountTypeFaults(defaultAccountTypes, hasLogins),
      ...needsApi.map((name) =>
        optionInvalid(
          `features.${name}`,
          'has no effect without an API',
          'Pass services.api, or leave it out.',
        ),
      ),
      ...needsLogins.map((name) =>
        optionInvalid(
          name,
          'has no effect without a wallet that visitors log in to',
          'Pass services.wallet, or leave it out.',
        ),
      ),
      features.analytics === false &&
        (analyticsUrl !== undefined || onEvent) &&
        optionInvalid(
          analyticsUrl === undefined ? 'onEvent' : 'analyticsUrl',
          'gets no event while features.analytics is false',
          'Leave one of them out.',
        ),
    ].flatMap((fault) => fault || []),
  )
}

/** The entries of `defaultAccountTypes` for which no wallet has several kinds of account. */
function accountTypeFaults(
  types: KitOptions['defaultAccountTypes'] = {},
  hasLogins: boolean,
): readonly KitError[] {
  return Object.entries(types).flatMap(([namespace, type]) => {
    const name = `defaultAccountTypes.${namespace}`
    if (namespace === defaultNamespace && type !== 'payment')
      return hasLogins
        ? []
        : optionInvalid(
            name,
            'has no effect without a wallet that visitors log in to',
            'Pass services.wallet, or leave it out.',
          )
    return type === 'smartAccount'
      ? optionInvalid(
          name,
          `has no effect: only ${defaultNamespace} has smart accounts`,
          'Leave it out.',
        )
      : []
  })
}
