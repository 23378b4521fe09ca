import type { Wallet } from 'latchkey'
import type { useCatalogue } from './useCatalogue.ts'

type Props = {
  search: string
  onSearch: (search: string) => void
  catalogue: ReturnType<typeof useCatalogue>
  onChoose: (wallet: Wallet) => void
}

/** A search field for the catalogue, and the wallets that it finds. */
export function WalletSearch({ search, onSearch, catalogue, onChoose }: Props) {
  const { wallets: found, count } =
    catalogue.status === 'ready' ? catalogue : { wallets: [], count: 0 }
  return (
    <>
      <label className="field">
        Wallet
        <input
          type="search"
          value={search}
          onChange={(event) => onSearch(event.target.value)}
          placeholder="Any that reads a code"
        />
      </label>
      {catalogue.status === 'failed' && (
        <p className="hint">The catalogue does not answer. A code works all the same.</p>
      )}
      {found.length > 0 && (
        <ul className="picks" aria-label={`${count} wallets`}>
          {found.map((wallet) => (
            <li key={wallet.id}>
              <button type="button" className="secondary" onClick={() => onChoose(wallet)}>
                {wallet.image_url && (
                  <img src={wallet.image_url} alt="" width={24} height={24} loading="lazy" />
                )}
                {wallet.name}
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
