// Wallets as other software makes them, in the form of `window.injectedWeb3`.

const crypto = {
  ed25519: 'Ed25519',
  sr25519: 'Sr25519',
  ecdsa: 'Ecdsa',
}

const hexOf = (bytes) => `0x${Buffer.from(bytes).toString('hex')}`
const bytesOf = (hex) => Uint8Array.from(Buffer.from(hex.slice(2), 'hex'))

/**
 * A wallet as the polkadot-js extension is one: @polkadot/types reads the payload, and a pair of
 * @polkadot/keyring signs it. Signatures of texts have no byte of the key's type.
 * @param registryOf the registry of a network, by its genesis hash
 */
export async function createPjsWallet({ load, pairs, registryOf }) {
  const { u8aToHex, u8aWrapBytes } = await load('@polkadot/util')
  const requests = []
  const pairOf = (address) => {
    const pair = pairs.find((each) => each.address === address || isSameKey(load, each, address))
    if (!pair) throw new Error('Unable to find the account')
    return pair
  }
  const { decodeAddress } = await load('@polkadot/util-crypto')
  const isSameKey = (_, { addressRaw }, address) =>
    hexOf(decodeAddress(address)) === hexOf(addressRaw)
  const accounts = pairs.map(({ address, type }, at) => ({
    address,
    type,
    name: `Account ${at + 1}`,
    genesisHash: null,
  }))
  let lastId = 0
  return {
    requests,
    provider: {
      version: '0.63.1',
      enable: async (origin) => {
        requests.push({ enable: origin })
        return {
          accounts: {
            get: async () => accounts,
            subscribe: (listener) => (listener(accounts), () => {}),
          },
          signer: {
            async signPayload(payload) {
              requests.push({ payload })
              const registry = await registryOf(payload.genesisHash)
              registry.setSignedExtensions(payload.signedExtensions)
              const asked = registry.createType('ExtrinsicPayload', payload, {
                version: payload.version,
              })
              return { id: ++lastId, ...asked.sign(pairOf(payload.address)) }
            },
            async signRaw({ address, data, type }) {
              requests.push({ data, type })
              return { id: ++lastId, signature: u8aToHex(pairOf(address).sign(u8aWrapBytes(data))) }
            },
          },
        }
      },
    },
  }
}

/**
 * A wallet whose signer is polkadot-api's: it makes the whole transaction from the metadata, and
 * returns that, too, as wallets do that may change it.
 * @param metadataOf the metadata of a network, by its genesis hash
 */
export async function createPapiWallet({
  load,
  pairs,
  metadataOf,
  change = (extensions) => extensions,
}) {
  const { getPolkadotSigner } = await load('polkadot-api/signer')
  const { decodeAddress } = await load('@polkadot/util-crypto')
  const requests = []
  const accounts = pairs.map(({ address, type }, at) => ({
    address,
    type,
    name: `Account ${at + 1}`,
  }))
  const signerOf = (address) => {
    const pair = pairs.find(({ addressRaw }) => hexOf(addressRaw) === hexOf(decodeAddress(address)))
    if (!pair) throw new Error('Unable to find the account')
    let signature
    // for ecdsa, too, it takes the account in place of the public key
    const signer = getPolkadotSigner(
      pair.addressRaw,
      crypto[pair.type],
      async (bytes) => (signature = pair.sign(bytes)),
    )
    const number = Object.keys(crypto).indexOf(pair.type)
    return { signer, typed: () => hexOf([number, ...signature]) }
  }
  return {
    requests,
    provider: {
      version: '2.2.2',
      enable: async () => ({
        accounts: {
          get: async () => accounts,
          subscribe: (listener) => (listener(accounts), () => {}),
        },
        signer: {
          async signPayload(payload) {
            requests.push({ payload })
            const { signer, typed } = signerOf(payload.address)
            const extensions = change(extensionsOf(payload))
            const signed = await signer.signTx(
              bytesOf(payload.method),
              extensions,
              bytesOf(await metadataOf(payload.genesisHash)),
              Number(payload.blockNumber),
            )
            return { id: 1, signature: typed(), signedTransaction: hexOf(signed) }
          },
          async signRaw({ address, data }) {
            requests.push({ data })
            return {
              id: 2,
              signature: hexOf(await signerOf(address).signer.signBytes(bytesOf(data))),
            }
          },
        },
      }),
    },
  }
}

/** A number in SCALE's compact form. */
function compactOf(value) {
  const number = BigInt(value)
  if (number < 64n) return [Number(number << 2n)]
  const mode = number < 2n ** 14n ? 1 : number < 2n ** 30n ? 2 : 3
  if (mode < 3) return littleEndian((number << 2n) | BigInt(mode), 2 * mode)
  const length = Math.max(4, Math.ceil(number.toString(16).length / 2))
  return [((length - 4) << 2) | 3, ...littleEndian(number, length)]
}
const littleEndian = (value, length) =>
  Array.from({ length }, (_, at) => Number((BigInt(value) >> BigInt(8 * at)) & 255n))

/** The signed extensions of a payload, as polkadot-api has them. */
export function extensionsOf(payload) {
  const { mode = 0, metadataHash } = payload
  const bytes = {
    CheckSpecVersion: [[], littleEndian(payload.specVersion, 4)],
    CheckTxVersion: [[], littleEndian(payload.transactionVersion, 4)],
    CheckGenesis: [[], bytesOf(payload.genesisHash)],
    CheckMortality: [bytesOf(payload.era), bytesOf(payload.blockHash)],
    CheckNonce: [compactOf(payload.nonce), []],
    ChargeTransactionPayment: [compactOf(payload.tip), []],
    ChargeAssetTxPayment: [[...compactOf(payload.tip), 0], []],
    CheckMetadataHash: [[mode], mode === 1 ? [1, ...bytesOf(metadataHash)] : [0]],
  }
  return Object.fromEntries(
    payload.signedExtensions.map((identifier) => {
      const [value, additionalSigned] = (bytes[identifier] ?? [[], []]).map((part) =>
        Uint8Array.from(part),
      )
      return [identifier, { identifier, value, additionalSigned }]
    }),
  )
}
