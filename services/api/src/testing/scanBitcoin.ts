import { Address, OutScript } from '@scure/btc-signer'
import { bitcoinRegtestId } from '@latchkey/protocol/chains/bitcoinNetworks'
import { networkOf } from '../chains/bitcoin/bitcoinChain.ts'

/** A transaction as an Esplora of our own shows it; without what it claims about spent coins. */
type Shown = {
  txid: string
  vin: readonly { txid: string; vout: number; is_coinbase: boolean }[]
  vout: readonly { scriptpubkey: string; value: number }[]
}

/** What a plain scan finds about an account. Amounts are in satoshi. */
export type Scanned = {
  certain: bigint
  pending: bigint
  /** By id: what the transaction changes, and its confirmations, which are 0 while it waits. */
  changes: ReadonlyMap<string, { net: bigint; confirmations: number }>
}

const script = (address: string) =>
  Buffer.from(OutScript.encode(Address(networkOf(bitcoinRegtestId)).decode(address))).toString(
    'hex',
  )

/** Reads every block of a chain, and all that waits. Blocks that are still there are remembered. */
export function createBitcoinScan(url: string) {
  const blocks: { hash: string; all: readonly Shown[] }[] = []
  const text = async (path: string) => (await fetch(url + path)).text()
  const json = async (path: string) => JSON.parse(await text(path))

  async function readBlock(height: number, hash: string): Promise<readonly Shown[]> {
    const all: Shown[] = []
    // the reward of the first block can't be spent, and is not shown
    const { tx_count: count } = height === 0 ? { tx_count: 0 } : await json(`/block/${hash}`)
    while (all.length < count) {
      const page: Shown[] = await json(`/block/${hash}/txs/${all.length}`)
      if (page.length === 0) throw new Error(`Block ${height} lacks transactions`)
      all.push(...page)
    }
    return all
  }

  async function waiting(): Promise<readonly Shown[]> {
    const ids: string[] = await json('/mempool/txids')
    return Promise.all(ids.map((txid) => json(`/tx/${txid}`)))
  }

  /** Scans the chain for accounts with these addresses. */
  return async function scan(accounts: readonly (readonly string[])[]): Promise<Scanned[]> {
    const tip = Number(await text('/blocks/tip/height'))
    for (let height = tip; height >= 0; height -= 1) {
      const hash = await text(`/block-height/${height}`)
      if (blocks[height]?.hash === hash) break
      blocks[height] = { hash, all: await readBlock(height, hash) }
    }
    blocks.length = tip + 1
    const mined = blocks.flatMap(({ all }, height) => all.map((found) => ({ found, height })))
    const waits = await waiting()
    return accounts.map((addresses) =>
      scanAccount(new Set(addresses.map(script)), { tip, mined, waits }),
    )
  }
}

type Seen = {
  tip: number
  mined: readonly { found: Shown; height: number }[]
  waits: readonly Shown[]
}

function scanAccount(own: ReadonlySet<string>, { tip, mined, waits }: Seen): Scanned {
  const coins = new Map<string, { value: bigint; isOwn: boolean; isCertain: boolean }>()
  const changes = new Map<string, { net: bigint; confirmations: number }>()
  const apply = ({ txid, vin, vout }: Shown, height: number | undefined) => {
    let net = 0n
    let touches = false
    let isCertain = height !== undefined || !vin.some((input) => input.is_coinbase)
    for (const input of vin.filter((each) => !each.is_coinbase)) {
      const id = `${input.txid}:${input.vout}`
      const coin = coins.get(id)
      if (!coin) throw new Error(`${txid} spends ${id}, which is not there`)
      coins.delete(id)
      if (height === undefined && !(coin.isOwn && coin.isCertain)) isCertain = false
      if (!coin.isOwn) continue
      touches = true
      net -= coin.value
    }
    for (const [index, output] of vout.entries()) {
      const isOwn = own.has(output.scriptpubkey)
      const value = BigInt(output.value)
      coins.set(`${txid}:${index}`, { value, isOwn, isCertain })
      if (!isOwn) continue
      touches = true
      net += value
    }
    const confirmations = height === undefined ? 0 : tip - height + 1
    if (touches) changes.set(txid, { net, confirmations })
  }
  for (const { found, height } of mined) apply(found, height)
  const left = [...waits]
  while (left.length > 0) {
    const ids = new Set(left.map(({ txid }) => txid))
    const next = left.findIndex(({ vin }) => !vin.some(({ txid }) => ids.has(txid)))
    const [found] = left.splice(next, 1)
    if (found) apply(found, undefined)
  }
  const ownCoins = [...coins.values()].filter(({ isOwn }) => isOwn)
  const sum = (isCertain: boolean) =>
    ownCoins
      .filter((coin) => coin.isCertain === isCertain)
      .reduce((total, { value }) => total + value, 0n)
  return { certain: sum(true), pending: sum(false), changes }
}
