import type { WalletChain } from 'latchkey/testing'
import { useEffect, useState } from 'react'
import { createClient, formatEther, http } from 'viem'
import { getBalance } from 'viem/actions'
import { shortAmount } from './shortAmount.ts'

type Known = { status: 'loading' } | { status: 'unknown' } | { status: 'known'; wei: bigint }
type BalanceProps = {
  chain: WalletChain
  address: `0x${string}`
  /** When this value changes, the balance is read again. */
  since: number
}

/**
 * The account's amount of the native currency. If it cannot be read, the text says that it is
 * unknown.
 */
export function Balance({ chain, address, since }: BalanceProps) {
  const [balance, setBalance] = useState<Known>({ status: 'loading' })
  const { rpcUrl } = chain

  useEffect(() => {
    let isUnmounted = false
    const client = createClient({ transport: http(rpcUrl, { timeout: 5_000, retryCount: 0 }) })
    getBalance(client, { address }).then(
      (wei) => isUnmounted || setBalance({ status: 'known', wei }),
      () => isUnmounted || setBalance({ status: 'unknown' }),
    )
    return () => {
      isUnmounted = true
    }
  }, [rpcUrl, address, since])

  const symbol = chain.nativeCurrency?.symbol ?? 'ETH'
  if (balance.status === 'loading')
    return (
      <p className="balance" aria-busy="true">
        {symbol}
      </p>
    )
  if (balance.status === 'unknown') return <p className="balance">Balance unknown</p>
  return (
    <p className="balance">
      {shortAmount(formatEther(balance.wei))} <small>{symbol}</small>
    </p>
  )
}
