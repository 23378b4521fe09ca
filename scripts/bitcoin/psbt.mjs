import { startBitcoinChain } from '../../devnet/src/bitcoin/startBitcoinChain.ts'
import { createAddresses } from '../../packages/kit/src/chains/bitcoin/addresses/createAddresses.lazy.ts'
import { createAssets } from '../../packages/kit/src/chains/bitcoin/assets/createAssets.lazy.ts'
import { createSend } from '../../packages/kit/src/chains/bitcoin/send/createSend.lazy.ts'
import { sendTransaction } from '../../packages/kit/src/chains/bitcoin/send/sendTransaction.lazy.ts'
import { createTransactions } from '../../packages/kit/src/chains/bitcoin/transactions/createTransactions.lazy.ts'
import { memoryStorage } from '../../packages/kit/src/core/storage/storage.ts'
import { createKit } from '../../packages/kit/src/createKit.ts'
import { sendPrepared } from '../../packages/kit/src/domains/send/progress/sendPrepared.lazy.ts'
import { prepareSend } from '../../packages/kit/src/domains/send/review/prepareSend.ts'

const wallet = 'kit'
/** The kinds of addresses, by bitcoind's names. */
const kinds = ['legacy', 'p2sh-segwit', 'bech32', 'bech32m']
/** The coins of each address, in satoshi. A payment of `amount` needs both. */
const coins = [60_000n, 70_000n]
const amount = 100_000n

/** Requests a method of our chain by JSON-RPC. */
async function callChain({ url }, method, ...params) {
  const response = await fetch(url, { method: 'POST', body: JSON.stringify({ method, params }) })
  const { result, error } = await response.json()
  if (error) throw new Error(`${method}: ${error.message}`)
  return result
}

/** Hands the blocks to bitcoind that it does not have. @returns the answers of the refused ones */
async function bringUp(chain, { call }) {
  const refused = []
  const [from, to] = [await call('getblockcount'), await callChain(chain, 'getblockcount')]
  for (let height = from + 1; height <= to; height += 1) {
    const hash = await callChain(chain, 'getblockhash', height)
    const answer = await call('submitblock', await callChain(chain, 'getblock', hash, 0))
    if (answer !== null) refused.push(`${height}: ${answer}`)
  }
  return refused
}

/** A kit that is connected to the wallet of bitcoind, which has this address. */
async function connectKit({ url, networkId }, bitcoind, address) {
  const signer = {
    canSignPsbt: true,
    async signPsbt({ psbt }) {
      const text = Buffer.from(psbt).toString('base64')
      const flags = [true, 'DEFAULT', true, false] // sign, with paths of keys, without finalising
      const answer = await bitcoind.callWallet(wallet, 'walletprocesspsbt', text, ...flags)
      return Uint8Array.from(Buffer.from(answer.psbt, 'base64'))
    },
  }
  const link = {
    connectorId: 'bitcoind',
    namespace: 'bip122',
    provider: signer,
    method: 'browser',
    state: () => ({ accounts: [{ address, purpose: 'payment' }], networkId }),
    subscribe: () => () => {},
    disconnect: async () => {},
    close() {},
  }
  const connector = { id: 'bitcoind', name: 'bitcoind', namespace: 'bip122', type: 'injected' }
  const create = ({ kit, setConnectors }) => {
    const facets = {
      addresses: createAddresses(),
      assets: createAssets(kit),
      send: createSend(kit),
      transactions: createTransactions(kit),
    }
    return {
      namespace: 'bip122',
      facets: Object.keys(facets),
      source: {
        namespaces: ['bip122'],
        watch: () => {
          setConnectors([connector])
          return () => {}
        },
        prepare() {},
        connect: async () => [link],
        restore: async () => [link],
      },
      send: (parameters) => sendTransaction(kit, parameters),
      load: async (name) => facets[name],
    }
  }
  const kit = createKit({
    metadata: { name: 'Shop', url: 'https://shop.example.org' },
    networks: [
      {
        id: networkId.slice('bip122:'.length),
        name: 'Bitcoin',
        namespace: 'bip122',
        nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
        rpcUrls: { default: { http: [url] } },
      },
    ],
    adapters: [{ namespace: 'bip122', create }],
    storage: memoryStorage(),
    publicNodes: true,
  })
  const stop = kit.start()
  await kit.connect({ connectorId: 'bitcoind' })
  return { kit, stop }
}

/**
 * Payments as the kit makes them, from each kind of address, signed by the wallet of bitcoind. Our
 * chain and bitcoind have to accept them.
 * @returns the number of differences
 */
export async function checkPsbts({ bitcoind }) {
  const chain = await startBitcoinChain({ isHeld: true })
  const faults = []
  try {
    await bitcoind.call('createwallet', wallet)
    for (const kind of kinds) {
      const address = await bitcoind.callWallet(wallet, 'getnewaddress', '', kind)
      const friend = await bitcoind.callWallet(wallet, 'getnewaddress', '', 'bech32')
      for (const value of coins) chain.fund(address, value)
      faults.push(...(await bringUp(chain, bitcoind)))
      const { kit, stop } = await connectKit(chain, bitcoind, address)
      try {
        const prepared = await prepareSend(kit, {
          networkId: chain.networkId,
          from: address,
          to: { address: friend },
          token: { symbol: 'BTC', decimals: 8 },
          amount,
        })
        const txid = await sendPrepared(kit, prepared)
        chain.mine()
        faults.push(...(await bringUp(chain, bitcoind)))
        const { confirmations } = await bitcoind.callWallet(wallet, 'gettransaction', txid)
        const received = await bitcoind.callWallet(wallet, 'getreceivedbyaddress', friend)
        if (confirmations !== 1) faults.push(`${kind}: bitcoind has no block with the payment`)
        if (BigInt(Math.round(received * 1e8)) !== amount)
          faults.push(`${kind}: the friend has received ${received}`)
      } finally {
        stop()
      }
    }
    const tips = [
      await bitcoind.call('getbestblockhash'),
      await callChain(chain, 'getbestblockhash'),
    ]
    if (tips[0] !== tips[1]) faults.push('bitcoind has another tip')
  } finally {
    await chain.close()
  }
  console.log(`psbt: ${kinds.length} kinds of addresses, ${faults.length} differences`)
  for (const fault of faults) console.log(`  ${fault}`)
  return faults.length
}
