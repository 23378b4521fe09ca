import type { SwapToken } from '../../../../core/contracts/facets/swap.ts'
import { useMessages } from '../../../i18n/useMessages.ts'
import { TokenButton } from '@latchkey/ui/amount/TokenButton.tsx'
import { useRouter } from '../../router.ts'
import { messages } from '../messages.ts'

/** The token of one side. A press opens the list of tokens. */
export function TokenChoice({
  side,
  token,
  isPending,
}: {
  side: 'from' | 'to'
  token: SwapToken | undefined
  isPending: boolean
}) {
  const t = useMessages(messages)
  const router = useRouter()
  return (
    <TokenButton
      token={token}
      label={token ? t('token', { token: token.symbol }) : t('select')}
      isDisabled={!token && isPending}
      onChoose={() => router.push('SwapSelectToken', { side })}
    />
  )
}
