import type { BuyableToken } from '../../../domains/onramp/options.lazy.ts'
import { ChooseIcon } from '../../account/ChooseIcon.tsx'
import { useKit } from '../../hooks/useKit.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { RowButton } from '@latchkey/ui/Row.tsx'
import { useRouter } from '../router.ts'
import { messages } from './messages.ts'
import { networkName, TokenPicture } from './TokenPicture.tsx'

/** The token to buy, with its network. A press opens the list of tokens. */
export function TokenRow({ token }: { token: BuyableToken }) {
  const t = useMessages(messages)
  const kit = useKit()
  const router = useRouter()
  const network = networkName(kit, token.networkId)
  return (
    <RowButton
      icon={<TokenPicture token={token} />}
      title={token.name}
      detail={t('on', { network })}
      end={
        <span className="onramp-choose">
          <bdi>{token.symbol}</bdi>
          <span className="visually-hidden">{t('change')}</span>
          <ChooseIcon />
        </span>
      }
      onClick={() => router.push('OnRampTokenSelect', { tokenId: token.id })}
    />
  )
}
