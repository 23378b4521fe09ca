import type { NetworkId } from '@latchkey/protocol/caip'
import type { HistoryEntry, HistoryTransfer } from '../../../../../domains/history/historyEntry.ts'
import { useStyles } from '@latchkey/ui/styles/useStyles.ts'
import css from './row.css?inline'
import { Icon } from '@latchkey/ui/icons.tsx'
import { Picture } from '@latchkey/ui/Picture.tsx'
import pictureCss from '@latchkey/ui/picture.css?inline'
import { useUntrustedPicture } from '../../../../account/useUntrustedPicture.ts'

const paths = {
  in: 'M10 3.5v13M4.5 11l5.5 5.5 5.5-5.5',
  out: 'M10 16.5v-13M4.5 9 10 3.5 15.5 9',
  both: 'M4 7h11.5M12 3.5 15.5 7 12 10.5M16 13.5H4.5M8 10l-3.5 3.5L8 17',
  call: 'm7 6-4 4 4 4M13 6l4 4-4 4',
  clock: 'M10 5v5.5l3.5 2',
  way: 'M2.5 10h15M11.5 4l6 6-6 6',
} as const

type Sign = keyof typeof paths | 'check' | 'close'

/**
 * The pictures of a history entry: the coins or NFTs that moved, and a badge that shows the
 * direction or the outcome.
 */
export function EntryIcon({ entry, size = 40 }: { entry: HistoryEntry; size?: number }) {
  useStyles(css)
  const badge = badgeOf(entry)
  const [first, second] = picturesOf(entry)
  return (
    <span className="entry-icon" style={{ inlineSize: size, blockSize: size }} aria-hidden="true">
      {!first && (
        <span className="entry-icon-plain">
          <Drawing sign={signOfEntry(entry)} />
        </span>
      )}
      {first && !second && (
        <AssetPicture transfer={first} networkId={entry.networkId} size={size} />
      )}
      {first && second && (
        <>
          <span className="entry-icon-behind">
            <AssetPicture transfer={first} networkId={entry.networkId} size={size * 0.68} />
          </span>
          <span className="entry-icon-front">
            <AssetPicture transfer={second} networkId={entry.networkId} size={size * 0.68} />
          </span>
        </>
      )}
      {(first || entry.status !== 'confirmed') && (
        <span className="entry-badge" data-status={entry.status}>
          <Drawing sign={badge} />
        </span>
      )}
    </span>
  )
}

function AssetPicture({
  transfer: { kind, symbol, iconUrl, token },
  networkId,
  size,
}: {
  transfer: HistoryTransfer
  networkId: NetworkId
  size: number
}) {
  const name = symbol || '?'
  if (kind === 'nft') return <UntrustedPicture name={name} src={iconUrl} size={size} />
  return (
    <Picture
      name={name}
      src={iconUrl}
      subject={
        token === undefined
          ? undefined
          : token === 'native'
            ? { coin: symbol }
            : { token: `${networkId}:${token}` }
      }
      size={size}
      shape="round"
    />
  )
}

function UntrustedPicture({
  name,
  src,
  size,
}: {
  name: string
  src: string | undefined
  size: number
}) {
  useStyles(pictureCss)
  const { status, image } = useUntrustedPicture(src)
  if (status === 'broken') return <Picture name={name} size={size} />
  return (
    <img
      className="picture"
      data-waiting={status === 'waiting' || undefined}
      style={{ inlineSize: size, blockSize: size }}
      {...image}
      alt=""
    />
  )
}

/** A small outline icon for a badge. */
export function Drawing({ sign }: { sign: Sign }) {
  if (sign === 'check' || sign === 'close') return <Icon name={sign} />
  return (
    <svg
      className="icon"
      data-directed={sign === 'way' || undefined}
      width="20"
      height="20"
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={paths[sign]} />
    </svg>
  )
}

/**
 * Returns the first sent asset and the first received asset. If the entry has neither, it returns
 * its first transfer, if any.
 */
function picturesOf({ transfers }: HistoryEntry): readonly HistoryTransfer[] {
  const out = transfers.find(({ direction }) => direction === 'out')
  const received = transfers.find(({ direction }) => direction === 'in')
  const both = [out, received].flatMap((transfer) => transfer ?? [])
  return both.length > 0 ? both : transfers.slice(0, 1)
}

function badgeOf(entry: HistoryEntry): Sign {
  if (entry.status === 'pending') return 'clock'
  return entry.status === 'confirmed' || entry.status === 'unclear' ? signOfEntry(entry) : 'close'
}

function signOfEntry({ operationType, transfers }: HistoryEntry): Sign {
  const directions = new Set(transfers.map(({ direction }) => direction))
  if (operationType === 'approve') return 'check'
  if (directions.has('in') && directions.has('out')) return 'both'
  if (directions.has('in') || operationType === 'receive') return 'in'
  return directions.has('out') || operationType === 'send' ? 'out' : 'call'
}
