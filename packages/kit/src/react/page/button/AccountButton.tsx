import { ButtonGuard } from './ButtonGuard.tsx'
import { PageButton } from './PageButton.tsx'
import { useAccountButton } from './useAccountButton.tsx'

/** The connected account; a press opens the account screen. Shows nothing while no wallet is connected. */
export function AccountButton() {
  return <ButtonGuard view="Account"><Button /></ButtonGuard>
}

function Button() {
  const props = useAccountButton()
  return props ? <PageButton {...props} /> : null
}
