// On the devnet's chain: @polkadot/api and polkadot-api see what the kit has sent through its real
// path, the kit sees what they have sent, and wallets of others sign for the kit.
import { createPolkadotWallet } from '../../packages/kit/src/testing/polkadot/polkadotWallet.ts'
import { polkadotAccounts } from '../../packages/kit/src/testing/polkadot/polkadotAccounts.ts'
import { facetOf } from '../../packages/kit/src/core/accounts/facetOf.ts'
import { sendPrepared } from '../../packages/kit/src/domains/send/progress/sendPrepared.lazy.ts'
import { prepareSend } from '../../packages/kit/src/domains/send/review/prepareSend.ts'
import { startPolkadotChain } from '../../devnet/src/polkadot/startPolkadotChain.ts'
import { isSameAddress } from '../../packages/protocol/src/address.ts'
import { polkadotKeyOf } from '../../packages/protocol/src/chains/polkadotKeys.ts'
import { genericPrefix, writeSs58 } from '../../packages/protocol/src/chains/ss58.ts'
import { createPapiWallet, createPjsWallet } from './foreignWallets.mjs'
import { compareEcdsa } from './ecdsa.mjs'
import { dot, findInBlocks, newAddress, openLibraries, until } from './libraries.mjs'
import { connectKit, networkOf, startPage } from './startKit.mjs'

const types = ['sr25519', 'ed25519', 'ecdsa']
/** One account of each kind of key. */
const [sr25519, ed25519, ecdsa] = [0, 7, 8].map((index) => polkadotAccounts(9)[index])

/** The kit's own view of a transaction. */
const lookUp = async (kit, transaction) =>
  (await facetOf(kit, transaction.networkId, 'transactions')).createLookup()(transaction)

const prepare = (kit, chain, { from, to, amount }) =>
  prepareSend(kit, {
    networkId: chain.networkId,
    from,
    to: { address: to },
    token: { symbol: 'DOT', decimals: 10 },
    amount,
  })

/** The kit pays with a wallet on the page; both libraries see it. */
async function kitPays({ tally, random, chain, libraries, page }, name, wallet, from) {
  page.injectedWeb3[name] = wallet.provider
  const { kit, stop } = await connectKit([networkOf(chain.networkId, chain.url)], name)
  try {
    const to = newAddress(random)
    const { api, freeIn } = libraries
    const before = await freeIn['@polkadot/api'](from.address)
    const amount = dot + random.big(30)
    const prepared = await prepare(kit, chain, { from: from.address, to, amount })
    tally.same(
      `the kit with ${name}: no problem`,
      [prepared.problems, prepared.simulation],
      [[], prepared.simulation],
    )
    const hash = await sendPrepared(kit, prepared)
    const found = await until(() => findInBlocks(api, hash), `${name} ${from.type}`)
    tally.check(
      `the kit with ${name}: in a block, with success, by @polkadot/api`,
      found.isSuccess && isSameAddress(found.extrinsic.signer.toString(), from.address),
      from.type,
    )
    for (const [library, freeOf] of Object.entries(freeIn))
      tally.same(
        `the kit with ${name}: received, by ${library}`,
        amount,
        await freeOf(to),
        from.type,
      )
    const paid = before - amount - (await freeIn['@polkadot/api'](from.address))
    tally.same(`the kit with ${name}: fee told = fee paid`, prepared.fee.total, paid, from.type)
    const pending = await until(
      () => kit.getState().pending?.find((each) => each.hash === hash && each.status !== 'pending'),
      'state',
    )
    tally.same(`the kit with ${name}: its own state`, pending.status, 'mined')
    const assets = await facetOf(kit, chain.networkId, 'transactions')
    tally.same(
      `the kit with ${name}: the fee by events`,
      await assets.readFee({ networkId: chain.networkId, hash }),
      paid,
    )
    return hash
  } finally {
    stop()
    delete page.injectedWeb3[name]
  }
}

/** Everything goes, and too much does not. */
async function kitEmpties({ tally, random, chain, libraries, page }) {
  const account = { ...polkadotAccounts(1)[0], key: polkadotKeyOf(random.bytes(32), '', 'ed25519') }
  account.address = writeSs58(account.key.accountId, genericPrefix)
  const wallet = createPolkadotWallet({ id: 'emptied', accounts: [account] })
  await chain.fund(account.address, 3n * dot)
  const { api, freeIn } = libraries
  page.injectedWeb3.emptied = wallet.provider
  const { kit, stop } = await connectKit([networkOf(chain.networkId, chain.url)], 'emptied')
  try {
    const to = newAddress(random)
    const tooMuch = await prepare(kit, chain, { from: account.address, to, amount: 4n * dot })
    tally.same('the kit: too much is a problem', tooMuch.problems, ['balance'])
    const little = await prepare(kit, chain, { from: account.address, to, amount: 1_000n })
    tally.check(
      'the kit: less than the minimum is a problem',
      little.problems.length > 0 || little.warnings.length > 0,
      little.problems,
    )
    const all = await prepare(kit, chain, { from: account.address, to, amount: 'max' })
    const hash = await sendPrepared(kit, all)
    await until(() => findInBlocks(api, hash), 'max')
    tally.same(
      'the kit: everything sent leaves nothing',
      await freeIn['polkadot-api'](account.address).catch(() => 0n),
      0n,
    )
    tally.same('the kit: everything, told = received', all.amount, await freeIn['polkadot-api'](to))
  } finally {
    stop()
    delete page.injectedWeb3.emptied
  }
}

/** The kit as the signer of both libraries. */
async function librariesUseKit({ load, random, tally, libraries }, kit, account) {
  const { api, papi } = libraries
  const { signer } = kit.getProvider({ namespace: 'polkadot' })
  api.setSigner(signer)
  const to = newAddress(random)
  const byKit = await api.tx.balances.transferKeepAlive(to, 2n * dot).signAndSend(account.address)
  await until(() => findInBlocks(api, byKit.toHex()), 'setSigner')
  tally.same(
    '@polkadot/api with the kit as its signer',
    await libraries.freeIn['@polkadot/api'](to),
    2n * dot,
  )
  const { getPolkadotSignerFromPjs } = await load('polkadot-api/pjs-signer')
  const asSigner = getPolkadotSignerFromPjs(account.address, signer.signPayload, signer.signRaw)
  const sent = await papi.tx.Balances.transfer_keep_alive({
    dest: { type: 'Id', value: to },
    value: dot,
  }).signAndSubmit(asSigner)
  tally.check('polkadot-api with the kit as its signer', sent.ok)
  tally.same(
    'polkadot-api with the kit as its signer: received',
    await libraries.freeIn['polkadot-api'](to),
    3n * dot,
  )
}

/** The libraries pay; the kit sees the money, and what became of the transactions. */
async function librariesPay({ load, tally, random, chain, libraries, page }) {
  const { api, papi } = libraries
  const { Keyring } = await load('@polkadot/keyring')
  const signers = await load('polkadot-api/signer')
  const nameOf = { sr25519: 'Sr25519', ed25519: 'Ed25519', ecdsa: 'Ecdsa' }
  const account = polkadotAccounts(2)[1]
  const wallet = createPolkadotWallet({ id: 'watching', accounts: [account] })
  wallet.register(page)
  const { kit, stop } = await connectKit([networkOf(chain.networkId, chain.url)], 'watching')
  try {
    for (const type of types) {
      const seed = random.bytes(32)
      const pair = new Keyring({ type }).addFromSeed(seed)
      await chain.fund(pair.address, 20n * dot)
      const height = async () => (await api.rpc.chain.getHeader()).number.toNumber() + 64
      const see = async (hash, expected, name) => {
        await until(() => findInBlocks(api, hash), name)
        const transaction = {
          networkId: chain.networkId,
          hash,
          address: pair.address,
          lastHeight: await height(),
        }
        const state = await lookUp(kit, transaction)
        tally.same(
          `${name}: the kit sees what became of it`,
          { kind: state.kind, reason: state.reason },
          expected,
          type,
        )
      }
      const amount = dot + random.big(30)
      const byApi = await api.tx.balances
        .transferKeepAlive(account.address, amount)
        .signAndSend(pair)
      await see(byApi.toHex(), { kind: 'mined', reason: undefined }, '@polkadot/api pays')
      // more than the account has: it fails in the block
      const failing = await api.tx.balances
        .transferKeepAlive(account.address, 10n ** 18n)
        .signAndSend(pair, { nonce: -1 })
      const { failed } = await until(() => findInBlocks(api, failing.toHex()), 'failing')
      const { section, name } = api.registry.findMetaError(failed.event.data[0].asModule)
      await see(
        failing.toHex(),
        { kind: 'failed', reason: `${section[0].toUpperCase()}${section.slice(1)}.${name}` },
        '@polkadot/api fails',
      )
      const signer = signers.getPolkadotSigner(pair.addressRaw, nameOf[type], (bytes) =>
        pair.sign(bytes),
      )
      const sent = await papi.tx.Balances.transfer_keep_alive({
        dest: { type: 'Id', value: account.address },
        value: amount,
      }).signAndSubmit(signer)
      tally.check('polkadot-api pays: ok', sent.ok, type)
      await see(sent.txHash, { kind: 'mined', reason: undefined }, 'polkadot-api pays')
    }
    await librariesUseKit({ load, random, tally, libraries }, kit, account)
  } finally {
    stop()
    delete page.injectedWeb3.watching
  }
}

export async function run({ load, tally, random }) {
  const page = startPage()
  const { cryptoWaitReady } = await load('@polkadot/util-crypto')
  await cryptoWaitReady()
  const chain = await startPolkadotChain({ port: 0 })
  const libraries = await openLibraries(load, chain)
  const tools = { load, tally, random, chain, libraries, page }
  const { api } = libraries
  try {
    tally.note(
      `${api.runtimeVersion.specName} ${api.runtimeVersion.specVersion}, metadata ${api.runtimeMetadata.version}`,
    )
    for (const account of [sr25519, ed25519, ecdsa]) {
      const wallet = createPolkadotWallet({ id: 'ours', accounts: [account] })
      await kitPays(tools, 'ours', wallet, {
        address: account.address,
        type: account.key.type,
      })
    }
    const { Keyring } = await load('@polkadot/keyring')
    for (const type of types) {
      const pair = new Keyring({ type }).addFromSeed(random.bytes(32))
      await chain.fund(pair.address, 20n * dot)
      const pjs = await createPjsWallet({ load, pairs: [pair], registryOf: () => api.registry })
      await kitPays(tools, 'polkadot-js', pjs, pair)
      const metadataOf = async () => api.runtimeMetadata.toHex()
      const papi = await createPapiWallet({ load, pairs: [pair], metadataOf })
      await kitPays(tools, 'papi', papi, pair)
    }
    await kitEmpties(tools)
    await librariesPay(tools)
    await compareEcdsa(tools)
  } finally {
    await libraries.close().catch(() => {})
    await chain.close()
  }
}
