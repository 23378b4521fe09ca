import { Icon } from '@latchkey/ui/icons.tsx'
import { Picture } from '@latchkey/ui/Picture.tsx'
import { RowButton } from '@latchkey/ui/Row.tsx'
import { useEffect, useState } from 'react'
import { formatUnits } from 'viem'
import type { PhoneState } from '../phone/phoneState.ts'
import { shortAddress } from '../phone/shortAddress.ts'
import { lamportsOf } from '../phone/solana/askSolana.ts'
import { shortAmount } from './shortAmount.ts'

type SolanaRowProps = {
  state: PhoneState
  /** When this value changes, the balance is read again. */
  since: number
  onOpen: () => void
}

/**
 * The Solana account in use and its SOL. If the amount cannot be read, the text says that it is
 * unknown.
 */
export function SolanaRow({
  state: { accounts, selectedSolana, solana },
  since,
  onOpen,
}: SolanaRowProps) {
  const balance = useBalance(solana[0]?.rpcUrl, selectedSolana, since)
  const label = accounts.find(({ address }) => address === selectedSolana)?.label ?? 'Solana'
  return (
    <RowButton
      icon={<Picture name="Solana" size={40} shape="round" />}
      title={label}
      detail={<span className="mono">{shortAddress(selectedSolana)}</span>}
      end={
        <span className="row-tail">
          {balance}
          <Icon name="chevronRight" />
        </span>
      }
      onClick={onOpen}
    />
  )
}

/** Returns an amount or a sentence; empty while it loads, and if there is no Solana chain. */
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
