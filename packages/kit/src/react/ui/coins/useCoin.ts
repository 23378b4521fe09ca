import { useEffect, useState } from 'react'

type Coins = typeof import('./CoinPicture.tsx')

/** The code that draws coins, once it is there; loaded for the first coin without another picture. */
export function useCoin(symbol: string | undefined): Coins | undefined {
  const [coins, setCoins] = useState<Coins>()
  useEffect(() => {
    if (symbol === undefined) return
    let isGone = false
    import('./CoinPicture.tsx').then(
      (loaded) => !isGone && setCoins(loaded),
      () => {}, // it is decoration: the letters stay
    )
    return () => {
      isGone = true
    }
  }, [symbol])
  return coins
}
