import { optionInvalid } from '../../core/options/optionInvalid.ts'

/** What a site can do wrong with its provider, and how to correct it. */
const faults = {
  unstable: ['is another one after each render', 'Call createKit() outside of your components.'],
  twice: ['has two <KitProvider>s', 'Put one round the whole page, or make a kit for each.'],
} as const

/** Reports a wrong use of the provider to the page. */
export function reportProvider(fault: keyof typeof faults): void {
  const [problem, remedy] = faults[fault]
  globalThis.reportError?.(optionInvalid('kit', problem, remedy))
}
