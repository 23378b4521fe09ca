import { useContext, useInsertionEffect } from 'react'
import { adoptStyles, NonceContext, RootContext } from './adoptStyles.ts'

/** Adopts the style sheet of a component into the root it is rendered in. */
export function useStyles(css: string): void {
  const root = useContext(RootContext)
  const nonce = useContext(NonceContext)
  useInsertionEffect(() => {
    if (root) adoptStyles(root, css, nonce)
  }, [root, css, nonce])
}
