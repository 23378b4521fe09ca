// The wallets for tests and the kit, judged by packages that others wrote: sats-connect's schemas
// and its client, and bip322-js, which verifies our signatures and whose signatures we verify.
import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { run } from '../run.mjs'

/** The packages that judge, and what one of them needs beside it. */
const dependencies = { '@sats-connect/core': '0.16.0', 'bip322-js': '3.0.0', valibot: '1.5.0' }

/** Installs the packages, and returns the function that loads one. */
async function install(home) {
  const folder = join(home, 'wallets')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }))
  const flags = ['--ignore-scripts', '--no-package-lock', '--no-audit', '--no-fund']
  const { code } = await run('npm', ['install', ...flags, '--loglevel=error'], { cwd: folder })
  assert.equal(code, 0, 'npm could not install the packages')
  const { resolve } = createRequire(join(folder, 'package.json'))
  return (name) => import(pathToFileURL(resolve(name)).href)
}

const kit = '../../packages/kit/src'
const { bitcoinAccounts } = await import(`${kit}/testing/bitcoin/bitcoinAccounts.ts`)

/** sats-connect: its schemas judge the answers of the wallet, and its client drives it. */
async function checkSatsConnect(load, check) {
  const { createBitcoinWallet } = await import(`${kit}/testing/bitcoin/bitcoinWallet.ts`)
  const page = { localStorage: { getItem: () => null, setItem() {}, removeItem() {} } }
  globalThis.window = page
  globalThis.localStorage = page.localStorage
  const sats = await load('@sats-connect/core')
  const v = await load('valibot')
  const { provider } = createBitcoinWallet({ dialect: 'satsConnect' })
  page.TestProviders = { BitcoinProvider: provider }
  const [account] = bitcoinAccounts(1)
  const { address } = account.payment
  const requests = [
    ['wallet_connect', { addresses: ['payment', 'ordinals'] }, sats.connectResultSchema],
    ['wallet_getAccount', null, sats.getAccountResultSchema],
    ['getAddresses', { purposes: ['payment', 'ordinals'] }, sats.getAddressesResultSchema],
    ['wallet_getNetwork', null, sats.getNetworkResultSchema],
    ['signMessage', { address, message: 'Hi', protocol: 'BIP322' }, sats.signMessageResultSchema],
    ['wallet_changeNetwork', { name: 'Mainnet' }, sats.changeNetworkResultSchema],
    ['wallet_changeNetwork', { name: 'Regtest' }, sats.changeNetworkResultSchema],
  ]
  for (const [method, params, schema] of requests) {
    const answer = await sats.request(method, params, 'TestProviders.BitcoinProvider')
    check(
      `sats-connect: ${method} succeeds, in the form of its schema`,
      answer.status === 'success' && v.safeParse(schema, answer.result).success,
    )
  }
  const changed = await new Promise((resolve) => {
    sats.addListener({ eventName: 'accountChange', cb: resolve }, 'TestProviders.BitcoinProvider')
    void sats.request('wallet_connect', null, 'TestProviders.BitcoinProvider')
  })
  check(
    'sats-connect: accountChange has its form',
    v.safeParse(sats.accountChangeSchema, changed).success,
  )
  // later parts run a kit without a page
  delete globalThis.window
  delete globalThis.localStorage
}

/** bip322-js: it verifies our signatures on the main network, and we verify its signatures. */
async function checkSignatures(load, check) {
  const { signBip137, signBip322 } = await import(`${kit}/testing/bitcoin/signText.ts`)
  const { verifyBitcoin } = await import(`${kit}/domains/siwx/server/verify/verifyBitcoin.ts`)
  const loaded = await load('bip322-js')
  const { Signer, Verifier } = loaded.default ?? loaded
  const main = 'bip122:000000000019d6689c085ae165831e93'
  const forms = [
    ...bitcoinAccounts(1, { network: 'mainnet' }).flatMap(({ payment, ordinals }) => [
      payment,
      ordinals,
    ]),
    ...bitcoinAccounts(1, { network: 'mainnet', payment: 'p2sh' }).map(({ payment }) => payment),
  ]
  const { WIF } = await import('@scure/btc-signer')
  const { bitcoinNetworkOf } = await import('../../packages/protocol/src/chains/bitcoinNetworks.ts')
  for (const key of forms) {
    const message = 'Grüße'
    const own = signBip322(key, message, 'mainnet')
    check(
      `bip322-js verifies our signature: ${key.form}`,
      Verifier.verifySignature(key.address, message, own),
    )
    check(
      `bip322-js refuses it for another text: ${key.form}`,
      !Verifier.verifySignature(key.address, 'other', own),
    )
    const secret = WIF(bitcoinNetworkOf(main)).encode(key.privateKey)
    const theirs = String(Signer.sign(secret, key.address, message))
    check(
      `we verify the signature of bip322-js: ${key.form}`,
      await verifyBitcoin({ chainId: main, address: key.address, message, signature: theirs }),
    )
    if (key.form === 'p2tr') continue
    check(
      `bip322-js verifies our older signature: ${key.form}`,
      Verifier.verifySignature(key.address, message, signBip137(key, message)),
    )
  }
}

/** Runs the checks. @returns how many differences they found */
export async function checkWallets({ home }) {
  const load = await install(home)
  let differences = 0
  const check = (name, isRight) => {
    if (!isRight) differences++
    console.log(`${isRight ? '✓' : '✗'} ${name}`)
  }
  await checkSatsConnect(load, check)
  await checkSignatures(load, check)
  return differences
}
