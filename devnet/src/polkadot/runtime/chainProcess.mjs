/**
 * The program of the chain's process. It is plain JavaScript, so that only the devnet's own modules
 * go through a loader: those of chopsticks are many, and need none.
 */
import { register } from 'tsx/esm/api'

const unregister = register()
const { serveParent } = await import('./serveParent.ts')
await unregister()
serveParent()
