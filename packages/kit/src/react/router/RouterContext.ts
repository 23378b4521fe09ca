import { createContext, useContext } from 'react'
import type { Router } from './createRouter.ts'

/** The router of the open modal. */
export const RouterContext = createContext<unknown>(undefined)

/**
 * Returns the router of the open modal, for the given type of screens. @throws Error outside the
 * modal
 */
export function useRouterOf<views>(): Router<views> {
  const router = useContext(RouterContext)
  if (!router) throw new Error('Latchkey: a screen works inside the modal only')
  return router as Router<views> // KitModal provides a router for these screens
}
