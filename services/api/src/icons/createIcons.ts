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
 * Symbols of wrapped coins (in lower case) that have no drawing of their own, and their coins. A
 * wrapped coin is worth its coin, so it gets the coin's picture.
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
 * The picture of a wallet: an SVG as text, or a fetched picture. `isFinal` is false for a monogram
 * that a fetched picture may soon replace.
 */
export type WalletIcon = { picture: string | Picture; isFinal: boolean }

/** Finds pictures. Without a drawing, the picture is a monogram. */
export type Icons = {
  /**
   * The picture of a token as SVG.
   * @param options.drawn false: always the monogram, for an unlisted token, because any contract
   *   may use the symbol of another token
   */
  token(symbol: string, options: { drawn: boolean }): Promise<string>
  /** The picture of a network as SVG. @param id a CAIP-2 id, or the EIP-155 id of an EVM network */
  network(id: string): Promise<string>
  /**
   * The picture of a wallet in the catalogue. It waits a few seconds for a picture that is being
   * fetched.
   */
  wallet(id: string): Promise<WalletIcon>
}

/**
 * Makes the finder of pictures.
 * @param options.catalogue the catalogue in which wallets are looked up by id
 * @param options.fetched fetched pictures, for wallets without a drawing
 * @param options.networkName the operator's name of a network, for its monogram; undefined if there
 *   is none
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
            // no address: a symbol
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
