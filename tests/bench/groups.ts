import type { Group } from './group.ts'

/** All groups, in the order of the results: `npm run bench -- <name>` measures one. */
export const groups: { readonly [name: string]: () => Promise<{ group: Group }> } = {
  sizes: () => import('./groups/sizes.ts'),
  bundlers: () => import('./groups/bundlers.ts'),
  afternoon: () => import('./groups/afternoon.ts'),
  phone: () => import('./groups/phone.ts'),
  journeys: () => import('./groups/journeys.ts'),
  stillness: () => import('./groups/stillness.ts'),
  api: () => import('./groups/api.ts'),
  catalogue: () => import('./groups/catalogue.ts'),
  activity: () => import('./groups/activity.ts'),
  swap: () => import('./groups/swap.ts'),
  names: () => import('./groups/names.ts'),
  indexer: () => import('./groups/indexer.ts'),
  apiNodes: () => import('./groups/apiNodes.ts'),
  relay: () => import('./groups/relay.ts'),
  relayNodes: () => import('./groups/relayNodes.ts'),
}
