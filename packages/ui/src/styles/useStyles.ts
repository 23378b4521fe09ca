import { useContext, useInsertionEffect } from 'react'
import { adoptStyles, NonceContext, RootContext } from './adoptStyles.ts'

/** Adopts a component's style sheet into the root in which it is rendered. */
export function useStyles(css: string): void {
  const root = useContext(RootContext)
  const nonce = useContext(NonceContext)
  useInsertionEffect(() => {
    if (root) adoptStyles(root, css, nonce)
  }, [root, css, nonce])
}
