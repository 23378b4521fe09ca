import type { Account } from '../../../core/state.ts'
import { imageUrl } from '../../imageUrl.ts'
import { useFormatLocale } from '../../i18n/useFormatLocale.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { Screen } from '../../modal/Screen.tsx'
import { useLeave } from '../../modal/useLeave.ts'
import { useStyles } from '../../styles/useStyles.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { formatFiat } from '../../ui/formatAmount.ts'
import { Icon } from '../../ui/icons.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { truncateAddress } from '../../ui/truncateAddress.ts'
import { useAccount } from '../../useAccount.ts'
import { useCopy } from '../../useCopy.ts'
import { useBalances } from '../../useBalances.ts'
import { useCurrentWallet } from '../../useCurrentWallet.ts'
import { useKit } from '../../useKit.ts'
import { useNetwork } from '../../useNetwork.ts'
import { useRouter } from '../router.ts'
import css from './account.css?inline'
import { messages } from './messages.ts'
import { Tokens } from './Tokens.tsx'
import { totalOf } from './totalOf.ts'

export default function AccountView() {
  useStyles(css)
  const t = useMessages(messages)
  const session = useAccount()
  if (!('account' in session)) return <Screen title={t('title')}>{null}</Screen> // for the moment until the modal leads on
  return (
    <Screen title={t('title')} start={<NetworkPill />} footer={<DisconnectButton />}>
      <Identity account={session.account} />
      <Holdings account={session.account} />
    </Screen>
  )
}

function NetworkPill() {
  const t = useMessages(messages)
  const kit = useKit()
  const router = useRouter()
  const { networkId, network } = useNetwork()
  const name = network?.name ?? networkId
  return (
    <button type="button" className="network-pill" aria-label={t('network', { network: name })} title={name} onClick={() => router.push('Networks')}>
      <Picture name={name} src={imageUrl(kit, networkId)} size={24} shape="round" />
      <Icon name="chevronDown" />
    </button>
  )
}

function Identity({ account: { address } }: { account: Account }) {
  const t = useMessages(messages)
  const explorer = useNetwork().network?.blockExplorers?.default
  const copy = useCopy()
  return (
    <div className="identity">
      <Avatar address={address} />
      <div className="identity-address">
        <span title={address} dir="ltr">{truncateAddress(address)}</span>
        <IconButton aria-label={t('copy')} data-autofocus="" onClick={() => void copy(address, { done: t('copied'), failed: t('copyFailed') })}><Icon name="copy" /></IconButton>
        {explorer && (
          <a className="icon-button" aria-label={t('explorer', { explorer: explorer.name })} href={`${explorer.url}/address/${address}`} target="_blank" rel="noreferrer">
            <Icon name="external" />
          </a>
        )}
      </div>
      <WalletPill />
    </div>
  )
}

/** The wallet in use; leads to all that are connected. */
function WalletPill() {
  const t = useMessages(messages)
  const router = useRouter()
  const { name = '', icon } = useCurrentWallet() ?? {}
  return (
    <button type="button" className="wallet-pill" aria-label={t('wallet', { wallet: name })} onClick={() => router.push('Profile')}>
      <Picture name={name} src={icon} size={20} />
      <span dir="auto">{name}</span>
      <Icon name="chevronRight" />
    </button>
  )
}

function Holdings({ account }: { account: Account }) {
  const locale = useFormatLocale()
  const balances = useBalances()
  const data = 'data' in balances ? balances.data : undefined
  const total = data && totalOf(data)
  return (
    <>
      {balances.status === 'pending' && <p className="total"><span className="skeleton" data-shape="total" /></p>}
      {total !== undefined && <Total text={formatFiat(total, locale)} />}
      <Tokens account={account} answer={balances} />
    </>
  )
}

/** The total, smaller the longer it is. */
function Total({ text }: { text: string }) {
  const t = useMessages(messages)
  return (
    <p className="total" style={{ fontSize: Math.min(32, 480 / text.length) }}>
      <span className="visually-hidden">{t('total')} </span>
      <bdi>{text}</bdi>
    </p>
  )
}

function DisconnectButton() {
  const t = useMessages(messages)
  const leave = useLeave()
  return (
    <Button variant="quiet" onClick={() => void leave()}>
      <Icon name="disconnect" />
      {t('disconnect')}
    </Button>
  )
}
