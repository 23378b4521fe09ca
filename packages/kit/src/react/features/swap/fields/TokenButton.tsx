import type { SwapToken } from '../../../../core/facets/swap.ts'
import { ChooseIcon } from '../../../account/ChooseIcon.tsx'
import { useMessages } from '../../../i18n/useMessages.ts'
import { Picture } from '../../../ui/Picture.tsx'
import { useRouter } from '../../router.ts'
import { messages } from '../messages.ts'

/** The token of one side, or the invitation to choose one. */
export function TokenButton({ side, token, isPending }: { side: 'from' | 'to'; token: SwapToken | undefined; isPending: boolean }) {
  const t = useMessages(messages)
  const router = useRouter()
  const choose = () => router.push('SwapSelectToken', { side })
  if (!token)
    return (
      <button type="button" className="swap-token" data-empty="" disabled={isPending} onClick={choose}>
        <bdi>{t('select')}</bdi>
        <ChooseIcon />
      </button>
    )
  return (
    <button type="button" className="swap-token" aria-label={t('token', { token: token.symbol })} onClick={choose}>
      <Picture name={token.symbol} src={token.iconUrl} size={24} shape="round" />
      <bdi>{token.symbol}</bdi>
      <ChooseIcon />
    </button>
  )
}
