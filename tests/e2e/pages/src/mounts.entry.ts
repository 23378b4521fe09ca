import { createKit, evm, KitError, mount } from 'latchkey/browser'
import type { KitOptions } from 'latchkey/browser'
import { startChains } from './startChains.ts'

const { chains, api } = await startChains()

/** Functions that tests call in the page. */
const mounts = {
  mount,
  /** The functions that end what tests have mounted. */
  ends: [] as (() => void)[],
  makeKit: (options: Partial<KitOptions> = {}) =>
    createKit({
      metadata: { name: 'A page without React', url: location.origin },
      networks: chains,
      adapters: [evm()],
      services: { api },
      ...options,
    }),
  /**
   * The error of a call: a code and a message, the name of an error that is not the kit's, or
   * undefined.
   */
  faultOf(call: () => unknown): string | undefined {
    try {
      return void call()
    } catch (error) {
      return KitError.is(error) ? `${error.code}: ${error.message}` : String(error)
    }
  },
}

declare global {
  interface Window {
    mounts: typeof mounts
  }
}

window.mounts = mounts
document.documentElement.dataset.ready = ''
