import { useAccount } from '../../hooks/useAccount.ts'
import { ButtonGuard } from './ButtonGuard.tsx'
import { PageButton } from './PageButton.tsx'
import { useAccountButton } from './useAccountButton.tsx'
import { useWords } from './words.ts'

/** Connects a wallet; becomes the AccountButton when one is connected, in place, so that the focus stays on it. */
export function ConnectButton({ label }: { label?: string }) {
  const t = useWords()
  const text = label ?? t('connect')
  return <ButtonGuard label={text}><Button label={text} /></ButtonGuard>
}

function Button({ label }: { label: string }) {
  const t = useWords()
  const isBusy = useAccount().status === 'connecting'
  const account = useAccountButton()
  return <PageButton {...(account ?? { label: isBusy ? t('connecting') : label, variant: 'primary', isBusy })} />
}
