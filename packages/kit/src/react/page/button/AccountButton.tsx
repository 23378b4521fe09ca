import { ButtonGuard } from './ButtonGuard.tsx'
import { PageButton } from './PageButton.tsx'
import { useAccountButton } from './useAccountButton.tsx'

/** The connected account; opens what it holds. Shows nothing while nobody is connected. */
export function AccountButton() {
  return <ButtonGuard view="Account"><Button /></ButtonGuard>
}

function Button() {
  const props = useAccountButton()
  return props ? <PageButton {...props} /> : null
}
