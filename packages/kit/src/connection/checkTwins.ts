import type { Kit } from '../core/kit.ts'
import { optionInvalid } from '../core/optionInvalid.ts'
import { tellDeveloper } from '../core/alert.ts'

/**
 * Tells the site's developer, once, of networks and namespaces that stand in the options twice; looked at when the modal first
 * opens, as a page has no room for it before. Nothing breaks: the first of two counts.
 */
export function checkTwins(kit: Kit): void {
  const { busy, networks, adapters } = kit.context
  if (busy.has('twins')) return
  busy.add('twins')
  const network = twinIn(networks.map(({ networkId }) => networkId))
  const namespace = twinIn(adapters.map((adapter) => adapter.namespace))
  const faults = [
    network && optionInvalid('networks', `names ${network} twice`, 'Name each network once.'),
    namespace && optionInvalid('adapters', `has two for ${namespace}`, 'Pass one for each namespace.'),
  ]
  for (const fault of faults.filter((one) => one !== undefined && one !== '')) {
    tellDeveloper(kit, fault)
    globalThis.reportError?.(fault)
  }
}

const twinIn = (names: readonly string[]) => names.find((name, at) => names.indexOf(name) !== at)
