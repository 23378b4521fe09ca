'use client'
import { useEffect } from 'react'
import { network } from '../config'

/**
 * Adds a wallet for development, whose private keys everybody knows. It is loaded only here, so
 * that it is no part of the site's usual code.
 */
export function DevelopmentWallet() {
  useEffect(() => {
    if (process.env.NODE_ENV !== 'development' && process.env.NEXT_PUBLIC_TEST_WALLET !== '1')
      return
    let leave: (() => void) | undefined
    let isGone = false
    void import('latchkey/testing').then(({ createDevelopmentWallet }) => {
      if (isGone) return
      const [rpcUrl] = network.rpcUrls.default.http
      if (rpcUrl)
        leave = createDevelopmentWallet({
          chains: [{ id: network.id, name: network.name, rpcUrl }],
        }).announce()
    })
    return () => {
      isGone = true
      leave?.()
    }
  }, [])
  return null
}
