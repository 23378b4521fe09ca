import { useEffect, useState } from 'react'
import { formatUnits } from 'viem'
import type { PhoneState } from '../phone/phoneState.ts'
import { shortAddress } from '../phone/shortAddress.ts'
import { lamportsOf } from '../phone/solana/askSolana.ts'
import { ChevronIcon } from '../ui/icons.tsx'
import { Monogram } from '../ui/Monogram.tsx'
import { shortAmount } from './shortAmount.ts'

type SolanaRowProps = {
  state: PhoneState
  /** A new value reads the balance again. */
  since: number
  onOpen: () => void
}

/** The Solana account in use with its SOL; an unknown amount is shown as unknown. */
export function SolanaRow({
  state: { accounts, selectedSolana, solana },
  since,
  onOpen,
}: SolanaRowProps) {
  const balance = useBalance(solana[0]?.rpcUrl, selectedSolana, since)
  const label = accounts.find(({ address }) => address === selectedSolana)?.label ?? 'Solana'
  return (
    <button type="button" className="row plain" onClick={onOpen}>
      <Monogram name="Solana" round />
      <span className="row-text">
        <span>{label}</span>
        <small className="mono">{shortAddress(selectedSolana)}</small>
      </span>
      <span>{balance}</span>
      <ChevronIcon />
    </button>
  )
}

/** A sentence or an amount; empty while it loads and where there is no Solana chain. */
function useBalance(rpcUrl: string | undefined, address: string, since: number): string {
  const [lastResult, setLastResult] = useState('')
  useEffect(() => {
    if (rpcUrl === undefined) return
    let isUnmounted = false
    lamportsOf(rpcUrl, address).then(
      (lamports) => isUnmounted || setLastResult(`${shortAmount(formatUnits(lamports, 9))} SOL`),
      () => isUnmounted || setLastResult('Balance unknown'),
    )
    return () => {
      isUnmounted = true
    }
  }, [rpcUrl, address, since])
  return lastResult
}
