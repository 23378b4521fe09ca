/** Modules whose dynamic imports a visit follows together, named by the ends of their paths in the kit. */
export type Stage = { what: string; modules: readonly string[]; budget?: number }

/** Fetched when the pointer, a finger or the focus comes to the button. */
export const modal: readonly string[] = ['react/KitModal', 'features/connect/ConnectView']

/** Fetched by the first screen that asks a service or a chain. */
export const queries: readonly string[] = ['core/createQueries']

/** What a feature fetches besides its screens. */
export const besides: { readonly [feature: string]: readonly string[] } = {
  connect: ['connection/actions'],
  account: ['ui/Avatar'],
}

/** kB that any one feature may weigh over the modal. */
export const featureBudget = 10

/** What belongs to no feature. */
export const others: readonly Stage[] = [{ what: 'EVM engine (wagmi and viem), when a wallet is first needed', modules: ['chains/evm/engine'] }]
