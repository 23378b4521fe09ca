/** Everything the kit does about connections: one chunk, fetched on first need. */
export { connect } from './connect.ts'
export { disconnect } from './disconnect.ts'
export { followTabs } from './followTabs.ts'
export { reconnect } from './reconnect.ts'
export { request, sendTransaction, signMessage } from './request.ts'
export { switchConnection } from './switchConnection.ts'
export { switchNetwork } from './switchNetwork.ts'
