import { useEffect, useState } from 'react'
import { useAccount } from '../hooks/useAccount.ts'
import { home } from './routeFor.ts'
import { useRouter } from './router.ts'

/**
 * Shows the account if another tab connects a wallet while the visitor is choosing one. A visitor
 * who already had a wallet and adds another one is not interrupted.
 * @param isOwn whether this screen itself connects the wallet
 */
export function useConnectedElsewhere(isOwn = false): void {
  const router = useRouter()
  const isConnected = 'account' in useAccount()
  const [wasConnected] = useState(isConnected)
  const isElsewhere = isConnected && !wasConnected && !isOwn
  useEffect(() => {
    if (isElsewhere) router.finish(home)
  }, [isElsewhere, router])
}
