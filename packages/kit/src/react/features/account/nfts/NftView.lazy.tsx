import { parseNetworkId } from '@latchkey/protocol/caip'
import { chainOf } from '@latchkey/protocol/chains/registry'
import { isPageLink } from '@latchkey/protocol/links'
import type { Nft } from '../../../../domains/nfts/getNfts.lazy.ts'
import { useFormatLocale } from '../../../i18n/useFormatLocale.ts'
import { useMessages } from '../../../i18n/useMessages.ts'
import { Screen } from '../../../modal/Screen.tsx'
import { useStyles } from '@latchkey/ui/styles/useStyles.ts'
import { IconButton } from '@latchkey/ui/Button.tsx'
import { CopyIcon } from '@latchkey/ui/CopyIcon.tsx'
import { Icon } from '@latchkey/ui/icons.tsx'
import { truncateAddress } from '@latchkey/ui/truncateAddress.ts'
import { useCopy } from '../../../hooks/useCopy.ts'
import { useKit } from '../../../hooks/useKit.ts'
import { messages as accountMessages } from '../messages.ts'
import { messages } from './messages.ts'
import css from './nfts.css?inline'
import { NftPicture } from './NftPicture.tsx'
import { contextOf } from '../../../../core/kit/context.ts'

/** The maximum length of a shown host name, in characters. */
const maxHostLength = 28

/** The detail of an NFT: its picture, its name and description, and its contract. */
export default function NftView({ params: { nft } }: { params: { nft: Nft } }) {
  useStyles(css)
  const t = useMessages(messages)
  const { name, collection, description, picture, externalUrl, isSpam } = nft
  return (
    <Screen title={collection.name || name}>
      <div className="nft-view">
        <span className="nft-frame">
          <NftPicture name={name} src={picture} />
        </span>
        <p className="nft-view-name" dir="auto" tabIndex={-1} data-autofocus="">
          {name}
        </p>
        {isSpam && (
          <p className="nft-view-spam">
            <Icon name="warning" />
            {t('spamText')}
          </p>
        )}
        {description && (
          <p className="nft-view-text" dir="auto">
            {description}
          </p>
        )}
        {isPageLink(externalUrl) && !isSpam && (
          <a
            className="button"
            data-variant="secondary"
            href={externalUrl}
            target="_blank"
            rel="noreferrer nofollow"
          >
            {t('visit', { host: shortHost(externalUrl) })}
            <Icon name="external" />
          </a>
        )}
        <Traits nft={nft} />
        <Facts nft={nft} />
      </div>
    </Screen>
  )
}

/** Returns the host of a URL. A long host is cut at its start, because its end names the owner. */
function shortHost(url: string): string {
  const { host } = new URL(url)
  return host.length > maxHostLength ? `…${host.slice(-maxHostLength)}` : host
}

function Traits({ nft: { traits } }: { nft: Nft }) {
  const t = useMessages(messages)
  if (traits.length === 0) return null
  return (
    <section aria-label={t('traits')}>
      <h3 className="nft-view-heading">{t('traits')}</h3>
      <dl className="nft-traits">
        {traits.map((trait, index) => (
          <div key={index}>
            <dt dir="auto">{trait.name}</dt>
            <dd dir="auto">{trait.value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** The facts about an NFT: the number of copies, contract, token id, standard and network. */
function Facts({ nft: { networkId, contract, tokenId, standard, amount } }: { nft: Nft }) {
  const t = useMessages(messages)
  const locale = useFormatLocale()
  const network = contextOf(useKit()).networks.find(
    (network) => network.networkId === networkId,
  )?.network
  const isMint = chainOf(parseNetworkId(networkId).namespace).isNftToken
  return (
    <dl className="nft-facts">
      {amount !== '1' && (
        <div>
          <dt>{t('copies')}</dt>
          <dd>
            <bdi>{new Intl.NumberFormat(locale).format(amount.slice(0, 30) as `${number}`)}</bdi>
          </dd>
        </div>
      )}
      <ContractFact
        name={t(isMint ? 'mint' : 'contract')}
        contract={contract}
        explorer={network?.blockExplorers?.default}
      />
      {!isMint && <IdFact tokenId={tokenId} />}
      <div>
        <dt>{t('standard')}</dt>
        <dd dir="ltr">{standard.replace('ERC', 'ERC-')}</dd>
      </div>
      {network && (
        <div>
          <dt>{t('network')}</dt>
          <dd dir="auto">{network.name}</dd>
        </div>
      )}
    </dl>
  )
}

/** The contract, with a button that copies its address and a link to the explorer. */
function ContractFact({
  name,
  contract,
  explorer,
}: {
  name: string
  contract: string
  explorer: { name: string; url: string } | undefined
}) {
  const t = useMessages(accountMessages)
  const copy = useCopy()
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <span dir="ltr" title={contract}>
          {truncateAddress(contract)}
        </span>
        <IconButton
          aria-label={t('copy')}
          onClick={() => void copy(contract, { done: t('copied'), failed: t('copyFailed') })}
        >
          <CopyIcon />
        </IconButton>
        {explorer && (
          <a
            className="icon-button"
            aria-label={t('explorer', { explorer: explorer.name })}
            href={`${explorer.url}/address/${contract}`}
            target="_blank"
            rel="noreferrer"
          >
            <Icon name="external" />
          </a>
        )}
      </dd>
    </div>
  )
}

/** The token id, with a button that copies it. */
function IdFact({ tokenId }: { tokenId: string }) {
  const t = useMessages(messages)
  const account = useMessages(accountMessages)
  const copy = useCopy()
  const isLong = tokenId.length > 12
  return (
    <div>
      <dt>{t('id')}</dt>
      <dd>
        <span dir="ltr" title={tokenId}>
          {isLong ? `${tokenId.slice(0, 5)}…${tokenId.slice(-5)}` : tokenId}
        </span>
        <IconButton
          aria-label={t('copyId')}
          onClick={() => void copy(tokenId, { done: t('copied'), failed: account('copyFailed') })}
        >
          <CopyIcon />
        </IconButton>
      </dd>
    </div>
  )
}
