import { isNetworkId } from '@latchkey/protocol/caip'
import networkIcons from '../../data/networkIcons.json' with { type: 'json' }
import type { Catalogue } from '../catalogue/createCatalogue.ts'
import { cleanText } from '../cleanText.ts'
import type { WalletPictures } from './fetched/createWalletPictures.ts'
import type { Picture } from './fetched/readPicture.ts'
import { createDrawings, walletDrawing } from './drawings.ts'
import { monogram } from './monogram.ts'
import { networkIdOf } from '../chains/evm/evmChain.ts'

/**
 * Symbols of wrapped coins without their own drawing, in lower case. A wrapped coin always has the
 * value of its coin, so it has the coin's picture.
 */
const wrapped: ReadonlyMap<string, string> = new Map([
  ['weth', 'ETH'],
  ['wsol', 'SOL'],
  ['wbnb', 'BNB'],
  ['wavax', 'AVAX'],
  ['wmatic', 'MATIC'],
  ['wpol', 'POL'],
  ['wftm', 'FTM'],
  ['wmnt', 'MNT'],
  ['wklay', 'KLAY'],
])

/**
 * The picture of a wallet: SVG text, or a fetched picture. `isFinal` is false for a monogram that a
 * fetched picture may replace.
 */
export type WalletIcon = { picture: string | Picture; isFinal: boolean }

/** Pictures as SVG text. Where no drawing exists, the picture is a monogram. */
export type Icons = {
  /**
   * The picture of a token by symbol. `drawn: false` requests the monogram, because any contract
   * may use the symbol of another token.
   */
  token(symbol: string, options: { drawn: boolean }): Promise<string>
  /** The picture of a network by CAIP-2 id, or by the chain id of an EVM network. */
  network(id: string): Promise<string>
  /**
   * The picture of a wallet by its id in the catalogue. Waits a few seconds for a picture that is
   * being fetched.
   */
  wallet(id: string): Promise<WalletIcon>
}

/**
 * @param options.catalogue for wallet ids
 * @param options.fetched pictures from elsewhere, for wallets without a drawing
 * @param options.networkName the name for a network's monogram, if the operator set one
 */
export function createIcons(options: {
  catalogue: Catalogue
  fetched?: WalletPictures | undefined
  networkName: (networkId: string) => string | undefined
}): Icons {
  const drawings = createDrawings()
  const networks = new Map<string, string>(Object.entries(networkIcons))

  return {
    async token(symbol, { drawn }) {
      return (
        (drawn
          ? ((await drawings('tokens', symbol)) ??
            (await drawings('tokens', wrapped.get(symbol.toLowerCase()) ?? '')))
          : undefined) ?? monogram(cleanText(symbol))
      )
    },
    async network(id) {
      const networkId = isNetworkId(id) ? id : networkIdOf(id)
      const name = networks.get(networkId)
      const drawn = name === undefined ? undefined : await drawings('networks', name)
      return (
        drawn ??
        monogram(
          options.networkName(networkId) ?? cleanText(networkId.slice(networkId.indexOf(':') + 1)),
        )
      )
    },
    async wallet(id) {
      const { listing } = await options.catalogue.read()
      const wallet = listing.byId.get(id)
      const drawn = wallet?.icon ? await walletDrawing(drawings, wallet.icon) : undefined
      if (drawn !== undefined) return { picture: drawn, isFinal: true }
      const found = wallet && (await options.fetched?.read(wallet.row))
      if (found?.status === 'found') return { picture: found.picture, isFinal: true }
      return { picture: monogram(wallet?.name ?? cleanText(id)), isFinal: found === undefined }
    },
  }
}
