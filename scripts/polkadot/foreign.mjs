// Wallets of others drive our adapter, and our wallets for tests drive the libraries of others.
import { createPolkadotWallet } from '../../packages/kit/src/testing/polkadot/polkadotWallet.ts'
import { polkadotAccounts } from '../../packages/kit/src/testing/polkadot/polkadotAccounts.ts'
import { verifySignature } from '../../packages/kit/src/domains/siwx/server/verify/verifySignature.ts'
import { createPayload } from '../../packages/kit/src/chains/polkadot/wire/payload.ts'
import { writeTransfer } from '../../packages/kit/src/chains/polkadot/wire/calls.ts'
import { spelledFor } from '../../packages/protocol/src/chains/polkadotNetworks.ts'
import { isSameAddress } from '../../packages/protocol/src/address.ts'
import { createPapiWallet, createPjsWallet, extensionsOf } from './foreignWallets.mjs'
import { loadRuntimes } from './runtimes.mjs'
import { connectKit, networkOf, startPage } from './startKit.mjs'

const types = ['sr25519', 'ed25519', 'ecdsa']
const hexOf = (bytes) => `0x${Buffer.from(bytes).toString('hex')}`
const bytesOf = (hex) => Uint8Array.from(Buffer.from(hex.slice(2), 'hex'))
const networkIdOf = ({ genesisHash }) => `polkadot:${genesisHash.slice(2, 34)}`

/** A payment as the kit asks a wallet for it. */
const paymentOf = (chain, random, address) =>
  createPayload(chain.runtime, {
    address,
    call: writeTransfer(chain.runtime, {
      to: polkadotAccounts(2)[1].address,
      amount: random.big(90),
    }),
    genesisHash: chain.genesisHash,
    blockHash: hexOf(random.bytes(32)),
    height: random.below(30_000_000),
    nonce: random.below(1_000),
  })

/** Whether a transaction is the payment and has the signature of its account. */
function isSigned(chain, crypto, payload, transaction) {
  const { registry } = chain
  const read = registry.createType('Extrinsic', bytesOf(transaction))
  const bytes = registry
    .createType('ExtrinsicPayload', payload, { version: 4 })
    .toU8a({ method: true })
  const message = bytes.length > 256 ? registry.hash(bytes).toU8a() : bytes
  return (
    read.method.toHex() === payload.method &&
    isSameAddress(read.signer.toString(), payload.address) &&
    read.nonce.toNumber() === Number(payload.nonce) &&
    read.era.toHex() === payload.era &&
    crypto.signatureVerify(message, read.signature.toU8a(), payload.address).isValid
  )
}

/** The transaction of a signature, as @polkadot/types makes it. */
function transactionOf({ registry }, payload, signature) {
  const extrinsic = registry.createType('Extrinsic', { method: payload.method }, { version: 4 })
  const asked = registry.createType('ExtrinsicPayload', payload, { version: 4 })
  extrinsic.addSignature(payload.address, signature, asked.toHex())
  return extrinsic.toHex()
}

/** A wallet of others, driven by the kit. */
async function driveForeign({ tally, random, crypto, chains, page, name, wallet, pair }) {
  page.injectedWeb3[name] = wallet.provider
  const { kit, stop } = await connectKit(
    chains.map((chain) => networkOf(networkIdOf(chain), undefined, chain.name)),
    name,
  )
  try {
    for (const chain of chains) {
      const networkId = networkIdOf(chain)
      await kit.switchNetwork({ networkId })
      const address = spelledFor(networkId, pair.address)
      const session = kit.getState().sessions.polkadot
      tally.same(
        `${name}: accounts in the network’s spelling`,
        session.current.accounts[0].address,
        address,
      )
      const message = random.text(60) || 'Hello'
      const signature = await kit.signMessage({ message })
      tally.check(
        `${name}: texts verified by us`,
        await verifySignature({ chainId: networkId, address, message, signature }, {}),
        { type: pair.type, message, signature },
      )
      tally.check(
        `${name}: texts verified by @polkadot/util-crypto`,
        crypto.signatureVerify(message, signature, address).isValid,
        pair.type,
      )
      const payload = paymentOf(chain, random, address)
      const params = { address, transactionPayload: payload }
      const signed = await kit.request({ method: 'polkadot_signTransaction', params })
      tally.check(
        `${name}: transactions signed`,
        isSigned(
          chain,
          crypto,
          payload,
          signed.signedTransaction ?? transactionOf(chain, payload, signed.signature),
        ),
        pair.type,
      )
      tally.check(
        `${name}: signatures with the type’s byte`,
        Number(signed.signature.slice(0, 4)) === ['ed25519', 'sr25519', 'ecdsa'].indexOf(pair.type),
      )
      // and back: the kit as the wallet of polkadot-api and of @polkadot/api
      await driveProvider({ tally, random, crypto, chain, kit, address, name })
    }
    if (name === 'pjs')
      tally.same('pjs: the site’s name is passed', wallet.requests[0], { enable: 'Shop' })
  } finally {
    stop()
    delete page.injectedWeb3[name]
  }
}

let signers

/** `kit.getProvider('polkadot').signer`, driven by polkadot-api and by @polkadot/types. */
async function driveProvider({ tally, random, crypto, chain, kit, address, name }) {
  const { signer } = kit.getProvider({ namespace: 'polkadot' })
  const payload = paymentOf(chain, random, address)
  const papi = signers.getPolkadotSignerFromPjs(address, signer.signPayload, signer.signRaw)
  const transaction = await papi.signTx(
    bytesOf(payload.method),
    extensionsOf(payload),
    bytesOf(chain.hex),
    Number(payload.blockNumber),
  )
  tally.check(
    `${name}: getProvider’s signer, by polkadot-api`,
    isSigned(chain, crypto, payload, hexOf(transaction)),
  )
  const text = 'Sign me'
  const signature = await papi.signBytes(Buffer.from(text))
  tally.check(
    `${name}: getProvider’s signRaw, by polkadot-api`,
    crypto.signatureVerify(text, signature, address).isValid,
  )
  const result = await signer.signPayload(payload)
  tally.check(
    `${name}: getProvider’s signPayload, by @polkadot/types`,
    typeof result.id === 'number' &&
      isSigned(chain, crypto, payload, transactionOf(chain, payload, result.signature)),
  )
}

/** Our wallet for tests, driven by polkadot-api and by @polkadot/extension-dapp. */
async function driveOurs({ load, tally, random, crypto, chains, page }) {
  const { connectInjectedExtension } = await load('polkadot-api/pjs-signer')
  const accounts = polkadotAccounts(9)
  const wallet = createPolkadotWallet({ id: 'ours', accounts, hasTypeByte: random.below(2) === 1 })
  const remove = wallet.register(page)
  const extension = await connectInjectedExtension('ours', 'Shop')
  tally.same(
    'our wallet: accounts by polkadot-api',
    extension.getAccounts().map(({ address, type }) => [address, type]),
    accounts.map(({ address, key }) => [address, key.type]),
  )
  const dapp = await load('@polkadot/extension-dapp')
  globalThis.document = { readyState: 'complete' }
  await dapp.web3Enable('Shop')
  delete globalThis.document // the kit would take it for a page
  const listed = await dapp.web3Accounts({ ss58Format: 0 })
  tally.same(
    'our wallet: accounts by @polkadot/extension-dapp',
    listed.map(({ address, type }) => [address, type]),
    accounts.map(({ address, key }) => [
      spelledFor('polkadot:91b171bb158e2d3848fa23a9f1c25182', address),
      key.type,
    ]),
  )
  for (const chain of chains)
    for (const [at, { address, polkadotSigner }] of extension.getAccounts().entries()) {
      if (at > 0 && at < 6) continue // the same kind of key as the first
      const payload = paymentOf(chain, random, address)
      const transaction = await polkadotSigner.signTx(
        bytesOf(payload.method),
        extensionsOf(payload),
        bytesOf(chain.hex),
        Number(payload.blockNumber),
      )
      tally.check(
        'our wallet: transactions of polkadot-api',
        isSigned(chain, crypto, payload, hexOf(transaction)),
        accounts[at].key.type,
      )
      const text = random.text(40) || 'a'
      const bytes = await polkadotSigner.signBytes(Buffer.from(text))
      tally.check(
        'our wallet: texts of polkadot-api',
        crypto.signatureVerify(text, bytes, address).isValid,
        accounts[at].key.type,
      )
      const { signer } = await dapp.web3FromAddress(address)
      const { signature } = await signer.signPayload(payload)
      tally.check(
        'our wallet: transactions of @polkadot/extension-dapp',
        isSigned(chain, crypto, payload, transactionOf(chain, payload, signature)),
        accounts[at].key.type,
      )
      const raw = await signer.signRaw({ address, data: hexOf(Buffer.from(text)), type: 'bytes' })
      tally.check(
        'our wallet: texts of @polkadot/extension-dapp',
        crypto.signatureVerify(text, raw.signature, address).isValid,
      )
    }
  wallet.share([2])
  tally.same(
    'our wallet: changes of accounts by polkadot-api',
    extension.getAccounts().map(({ address }) => address),
    [accounts[2].address],
  )
  remove()
}

export async function run({ load, tally, random }) {
  const { info } = console
  console.info = () => {} // @polkadot/extension-dapp tells each step
  const page = startPage()
  const crypto = await load('@polkadot/util-crypto')
  await crypto.cryptoWaitReady()
  signers = await load('polkadot-api/pjs-signer')
  const { Keyring } = await load('@polkadot/keyring')
  const chains = await loadRuntimes(load)
  const chainOf = (genesisHash) => chains.find((chain) => chain.genesisHash === genesisHash)
  for (const type of types) {
    const pair = new Keyring({ type }).addFromSeed(random.bytes(32))
    const pjs = await createPjsWallet({
      load,
      pairs: [pair],
      registryOf: (genesis) => chainOf(genesis).registry,
    })
    const papi = await createPapiWallet({
      load,
      pairs: [pair],
      metadataOf: (genesis) => chainOf(genesis).hex,
    })
    for (const [name, wallet] of Object.entries({ pjs, papi }))
      await driveForeign({ tally, random, crypto, chains, page, name, wallet, pair })
  }
  await driveOurs({ load, tally, random, crypto, chains, page })
  console.info = info
}
