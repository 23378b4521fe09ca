import { Outline } from '../icons.tsx'
import { tokenSubject } from '../subject.ts'
import { Picture } from '../Picture.tsx'

type Props = {
  /** Undefined for the invitation to choose one. */
  token:
    | {
        id: string
        symbol: string /** Absent for the network's own coin. */
        address?: string | undefined
        iconUrl?: string
      }
    | undefined
  /** The button's name; the invitation shows it. */
  label: string
  isDisabled?: boolean
  onChoose: () => void
}

/** The token of an amount, which leads to a choice of others. */
export function TokenButton({ token, label, isDisabled = false, onChoose }: Props) {
  return (
    <button
      type="button"
      className="amount-token"
      data-empty={token ? undefined : ''}
      aria-label={token && label}
      disabled={isDisabled}
      onClick={onChoose}
    >
      {token && (
        <Picture
          name={token.symbol}
          src={token.iconUrl}
          subject={tokenSubject(token)}
          size={24}
          shape="round"
        />
      )}
      <bdi>{token?.symbol ?? label}</bdi>
      <Outline d="m5 7.5 5 5 5-5" />
    </button>
  )
}
