import { useRouterOf } from '../router/RouterContext.ts'
import type { Router } from '../router/createRouter.ts'
import type { Views } from './registry.ts'

/** The router of the open modal, typed by every feature's screens. */
export const useRouter = (): Router<Views> => useRouterOf<Views>()
