import { lazily } from '../../core/lazily.ts'
import type { Kit } from '../../core/kit.ts'
import type { KitProvider } from './kitProvider/kitProvider.ts'

/** A provider that is there at once and loads its code when it is first used. */
export function createLazyProvider(kit: Kit, make: () => Promise<KitProvider>): KitProvider {
  const load = lazily(make)
  // the next request reports a failure to load
  const later = (use: (provider: KitProvider) => unknown) => void load().then(use, () => {})
  const provider: KitProvider = {
    request: async (asked) => (await load()).request(asked),
    on(event, listener) {
      const since = kit.getState()
      later((loaded) => loaded.on(event, listener, since))
      return provider
    },
    removeListener(event, listener) {
      later((loaded) => loaded.removeListener(event, listener))
      return provider
    },
  }
  return provider
}
