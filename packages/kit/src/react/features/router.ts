import { useRouterOf } from '../router/RouterContext.ts'
import type { Router } from '../router/createRouter.ts'
import type { Views } from './registry.ts'

/** Returns the router of the open modal. Its type contains the screens of every feature. */
export const useRouter = (): Router<Views> => useRouterOf<Views>()
