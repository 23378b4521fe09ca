import { Outline } from '../icons.tsx'
import { tokenSubject } from '../subject.ts'
import { Picture } from '../Picture.tsx'

type Props = {
  /** The chosen token; undefined before the visitor has chosen a token. */
  token:
    | {
        id: string
        symbol: string
        /** The token's address; absent for the native token. */
        address?: string | undefined
        iconUrl?: string
      }
    | undefined
  /** The accessible name. Before a token is chosen, it is also the visible text. */
  label: string
  isDisabled?: boolean
  onChoose: () => void
}

/** The token of an amount. A press opens the list of tokens. */
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
