import { useContext, useInsertionEffect } from 'react'
import { adoptStyles, RootContext } from './adoptStyles.ts'

/** Adopts the style sheet of a component into the root it is drawn into. */
export function useStyles(css: string): void {
  const root = useContext(RootContext)
  useInsertionEffect(() => {
    if (root) adoptStyles(root, css)
  }, [root, css])
}
