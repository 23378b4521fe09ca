import { lazily } from '../../core/page/lazily.ts'
import type { Kit } from '../../core/kit/kit.ts'
import type { KitProvider } from './kitProvider/kitProvider.lazy.ts'

/** Creates a provider at once, whose code is loaded when it is first used. */
export function createLazyProvider(
  kit: Kit,
  createProvider: () => Promise<KitProvider>,
): KitProvider {
  const load = lazily(createProvider)
  // the next request reports a failure to load
  const whenLoaded = (use: (provider: KitProvider) => unknown) => void load().then(use, () => {})
  const provider: KitProvider = {
    request: async (args) => (await load()).request(args),
    on(event, listener) {
      const since = kit.getState()
      whenLoaded((loaded) => loaded.on(event, listener, since))
      return provider
    },
    removeListener(event, listener) {
      whenLoaded((loaded) => loaded.removeListener(event, listener))
      return provider
    },
  }
  return provider
}
