import { createContext, useContext } from 'react'

/**
 * The nonce of the page's content security policy, on the server; browsers hide it from scripts.
 */
export const NonceContext = createContext<string | undefined>(undefined)

export const useNonce = () => useContext(NonceContext)
