import { useEffect, useState } from 'react'
import { useAccount } from '../hooks/useAccount.ts'
import { home } from './routeFor.ts'
import { useRouter } from './router.ts'

/**
 * Whoever is choosing a wallet when another tab connects one sees its account, as on the first screen. Who came to add a wallet goes on.
 * @param isOwn whether it was this screen that connected
 */
export function useConnectedElsewhere(isOwn = false): void {
  const router = useRouter()
  const isConnected = 'account' in useAccount()
  const [wasConnected] = useState(isConnected)
  const isElsewhere = isConnected && !wasConnected && !isOwn
  useEffect(() => {
    if (isElsewhere) router.arrive(home)
  }, [isElsewhere, router])
}
