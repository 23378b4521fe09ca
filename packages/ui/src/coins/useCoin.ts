import { useEffect, useState } from 'react'

type Coins = typeof import('./CoinPicture.lazy.tsx')

/**
 * The code that draws coins, tokens and networks, once it is loaded. It is requested for the first
 * subject without another picture.
 */
export function useCoin(isNeeded: boolean): Coins | undefined {
  const [coins, setCoins] = useState<Coins>()
  useEffect(() => {
    if (!isNeeded) return
    let isCancelled = false
    import('./CoinPicture.lazy.tsx').then(
      (loaded) => !isCancelled && setCoins(loaded),
      () => {}, // it is decoration: without it the letters stay
    )
    return () => {
      isCancelled = true
    }
  }, [isNeeded])
  return coins
}
