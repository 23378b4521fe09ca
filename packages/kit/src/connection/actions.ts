import type { Kit } from '../core/kit.ts'

/** Everything the kit does about connections: one chunk, fetched on first need. */
export { connect } from './connect.ts'
export { disconnect } from './disconnect.ts'
export { reconnect } from './reconnect.ts'
export { shareConnections } from './shareConnections.ts'
export { request, sendTransaction, signMessage } from './request.ts'
export { switchConnection } from './switchConnection.ts'
export { switchNetwork } from './switchNetwork.ts'

/** Does here what another tab has done; its code comes with the first such news. See `followTabs.ts` */
export const followTabs = async (kit: Kit): Promise<void> => (await import('./otherTabs/followTabs.ts')).followTabs(kit)
