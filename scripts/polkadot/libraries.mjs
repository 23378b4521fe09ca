// @polkadot/api and polkadot-api on a chain, and what the parts on it share.
import { genericPrefix, writeSs58 } from '../../packages/protocol/src/chains/ss58.ts'

/** A coin, in its smallest unit. */
export const dot = 10n ** 10n
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** An address whose key is not known. */
export const newAddress = (random) => writeSs58(random.bytes(32), genericPrefix)

/** Waits until something is there, and returns it. */
export async function until(isDone, what) {
  for (let tries = 0; tries < 300; tries += 1) {
    const value = await isDone()
    if (value) return value
    await sleep(100)
  }
  throw new Error(`It did not happen: ${what}`)
}

/** Opens both libraries on the chain. */
export async function openLibraries(load, { url }) {
  const socket = url.replace('http', 'ws')
  const { ApiPromise, WsProvider } = await load('@polkadot/api')
  const provider = new WsProvider(socket)
  const api = await ApiPromise.create({ provider, noInitWarn: true })
  const { createClient } = await load('polkadot-api')
  const { getWsProvider } = await load('polkadot-api/ws')
  const { WebSocket } = await load('ws')
  const client = createClient(getWsProvider(socket, { websocketClass: WebSocket }))
  const papi = client.getUnsafeApi()
  return {
    api,
    papi,
    freeIn: {
      '@polkadot/api': async (address) =>
        (await api.query.system.account(address)).data.free.toBigInt(),
      'polkadot-api': async (address) =>
        (await papi.query.System.Account.getValue(address, { at: 'best' })).data.free,
    },
    async close() {
      client.destroy()
      await api.disconnect()
    },
  }
}

/** Where @polkadot/api finds a transaction, and what its events say. */
export async function findInBlocks(api, hash) {
  const head = (await api.rpc.chain.getHeader()).number.toNumber()
  for (let number = head; number > Math.max(0, head - 12); number -= 1) {
    const blockHash = await api.rpc.chain.getBlockHash(number)
    const { block } = await api.rpc.chain.getBlock(blockHash)
    const index = block.extrinsics.findIndex((each) => each.hash.toHex() === hash)
    if (index < 0) continue
    const events = await (await api.at(blockHash)).query.system.events()
    const own = events.filter(
      ({ phase }) => phase.isApplyExtrinsic && phase.asApplyExtrinsic.eqn(index),
    )
    const failed = own.find(
      ({ event }) => event.section === 'system' && event.method === 'ExtrinsicFailed',
    )
    const paid = own.find(({ event }) => event.method === 'TransactionFeePaid')
    return {
      extrinsic: block.extrinsics[index],
      isSuccess: !failed,
      failed,
      number,
      fee: paid?.event.data[1].toBigInt(),
    }
  }
  return undefined
}
