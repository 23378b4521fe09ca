import { tellDeveloper } from '../core/alert.ts'
import type { Kit } from '../core/kit.ts'
import { optionInvalid } from '../core/optionInvalid.ts'

/**
 * Tells the site's developer, once, of options that are right one by one and make no sense together; looked at when the modal
 * first opens, as a page has no room for it before. Nothing breaks: the first of two networks or adapters counts, and visitors are
 * not asked to agree to nothing.
 */
export function checkContradictions(kit: Kit): void {
  const { busy, networks, adapters, options } = kit.context
  if (busy.has('contradictions')) return
  busy.add('contradictions')
  const network = twinIn(networks.map(({ networkId }) => networkId))
  const namespace = twinIn(adapters.map((adapter) => adapter.namespace))
  const hasTerms = options.termsConditionsUrl ?? options.privacyPolicyUrl
  const faults = [
    network && optionInvalid('networks', `names ${network} twice`, 'Name each network once.'),
    namespace && optionInvalid('adapters', `has two for ${namespace}`, 'Pass one for each namespace.'),
    options.features?.legalCheckbox && !hasTerms && optionInvalid('features.legalCheckbox', 'has nothing to agree to', 'Pass termsConditionsUrl, privacyPolicyUrl or both.'),
  ]
  for (const fault of faults) {
    if (!fault) continue
    tellDeveloper(kit, fault)
    globalThis.reportError?.(fault)
  }
}

const twinIn = (names: readonly string[]) => names.find((name, at) => names.indexOf(name) !== at)
