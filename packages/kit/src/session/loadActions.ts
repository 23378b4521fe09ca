import { lazily, loadCode } from '../core/page/loadCode.ts'

/**
 * Loads the actions on connections. The promise is kept, because the browser resolves each further
 * `import()` only after its next frame.
 * @throws KitError offline, httpFailed
 */
export const loadActions = lazily(() => loadCode(import('./actions.lazy.ts')))
