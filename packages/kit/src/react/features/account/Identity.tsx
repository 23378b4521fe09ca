import { useContext, useState } from 'react'
import type { Account } from '../../../core/kit/state.ts'
import { useMessages } from '../../i18n/useMessages.ts'
import { AccountAvatar } from '../../account/AccountAvatar.tsx'
import { AvatarContext } from '../../account/AvatarContext.ts'
import { IconButton } from '@latchkey/ui/Button.tsx'
import { CopyIcon } from '@latchkey/ui/CopyIcon.tsx'
import { Icon } from '@latchkey/ui/icons.tsx'
import { Picture } from '@latchkey/ui/Picture.tsx'
import { truncateAddress } from '@latchkey/ui/truncateAddress.ts'
import { useCopy } from '../../hooks/useCopy.ts'
import { useCurrentWallet } from '../../hooks/useConnectedWallets.ts'
import { useIdentity } from '../../hooks/useIdentity.ts'
import { useKit } from '../../hooks/useKit.ts'
import { useKitState } from '../../hooks/useKitState.ts'
import { useNetwork } from '../../hooks/useNetwork.ts'
import { useUntrustedPicture } from '../../account/useUntrustedPicture.ts'
import { LazyNotice } from '../LazyNotice.tsx'
import { isPossible, manifestsOf } from '../manifests.ts'
import { useRouter } from '../router.ts'
import { messages } from './messages.ts'

/** The account's identity: avatar, name or address with its buttons, and its wallet. */
export function Identity({ account: { address } }: { account: Account }) {
  const t = useMessages(messages)
  const explorer = useNetwork().network?.blockExplorers?.default
  const copy = useCopy()
  const answer = useIdentity()
  const identity = 'data' in answer ? answer.data : undefined
  const { name, avatar } = identity ?? {}
  return (
    <div className="identity">
      <Face address={address} name={name} avatar={avatar} />
      <div className="identity-address">
        {name ? (
          <span className="identity-name" title={[name, address].join('\n')} dir="auto">
            {name}
          </span>
        ) : (
          <span title={address} dir="ltr">
            {truncateAddress(address)}
          </span>
        )}
        <IconButton
          aria-label={t('copy')}
          data-autofocus=""
          onClick={() => void copy(address, { done: t('copied'), failed: t('copyFailed') })}
        >
          <CopyIcon />
        </IconButton>
        {explorer && (
          <a
            className="icon-button"
            aria-label={t('explorer', { explorer: explorer.name })}
            href={`${explorer.url}/address/${address}`}
            target="_blank"
            rel="noreferrer"
          >
            <Icon name="external" />
          </a>
        )}
      </div>
      <WalletPill />
      <Invitations isKnown={identity !== undefined} name={name} />
    </div>
  )
}

/** The account's own avatar, drawn over the default avatar. */
function Face({
  address,
  name,
  avatar,
}: {
  address: string
  name: string | undefined
  avatar: string | undefined
}) {
  const hasOwn = useContext(AvatarContext) !== undefined
  const { status, image } = useUntrustedPicture(hasOwn ? undefined : avatar)
  return (
    <span className="identity-face">
      <AccountAvatar address={address} name={name} picture={avatar} />
      {status !== 'broken' && (
        // lazy, because the screen is prerendered before the press, as in `Picture`
        <img loading="lazy" data-waiting={status === 'waiting' || undefined} {...image} alt="" />
      )}
    </span>
  )
}

/**
 * The features' invitations to an account that has no name. Their space is reserved until the name
 * is known and while their code is loaded, so that nothing moves.
 */
function Invitations({ isKnown, name }: { isKnown: boolean; name: string | undefined }) {
  const kit = useKit()
  const [hadName] = useState(name !== undefined)
  const inviting = manifestsOf(kit)
    .store.getState()
    .features.filter((feature) => feature.invitation && isPossible(kit, feature))
  const isInvited = useKitState((state) =>
    inviting.some(({ invitation }) => invitation?.when(state)),
  )
  if (hadName || !isInvited) return null
  return (
    <div className="identity-invitation">
      {isKnown &&
        !name &&
        inviting.map(
          ({ id, invitation }) => invitation && <LazyNotice key={id} notice={invitation} />,
        )}
    </div>
  )
}

/** The current wallet. A press opens the list of all connected wallets. */
function WalletPill() {
  const t = useMessages(messages)
  const router = useRouter()
  const { name = '', icon } = useCurrentWallet() ?? {}
  return (
    <button
      type="button"
      className="wallet-pill"
      aria-label={t('wallet', { wallet: name })}
      onClick={() => router.push('Profile')}
    >
      <Picture name={name} src={icon} size={20} />
      <span dir="auto">{name}</span>
      <Icon name="chevronRight" />
    </button>
  )
}
