import { useRouterOf } from '../modal/router.ts'
import type { Router } from '../modal/router.ts'
import type { Views } from './registry.ts'

/** The router of the open modal, typed by every feature's screens. */
export const useRouter = (): Router<Views> => useRouterOf<Views>()
