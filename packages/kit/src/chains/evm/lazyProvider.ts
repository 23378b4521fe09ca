import { lazily } from '../../core/page/loadCode.ts'
import type { Kit } from '../../core/kit/kit.ts'
import type { KitProvider } from './kitProvider/kitProvider.lazy.ts'

/** Creates a provider whose code is loaded only when the provider is first used. */
export function createLazyProvider(
  kit: Kit,
  createProvider: () => Promise<KitProvider>,
): KitProvider {
  const load = lazily(createProvider)
  // a failure to load is ignored here: the next request loads again and throws it
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
