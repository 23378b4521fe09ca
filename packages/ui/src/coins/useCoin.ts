import { useEffect, useState } from 'react'

type Coins = typeof import('./CoinPicture.lazy.tsx')

/**
 * Returns the code that draws coins, tokens and networks, once it is loaded. It is loaded when the
 * first subject without another picture is shown.
 */
export function useCoin(isNeeded: boolean): Coins | undefined {
  const [coins, setCoins] = useState<Coins>()
  useEffect(() => {
    if (!isNeeded) return
    let isCancelled = false
    import('./CoinPicture.lazy.tsx').then(
      (loaded) => !isCancelled && setCoins(loaded),
      () => {}, // it is decoration: if it fails to load, the letters stay
    )
    return () => {
      isCancelled = true
    }
  }, [isNeeded])
  return coins
}
