/** Prints the entry of a node's metadata for the list in `src/frame/rpc/polkadot/knownMetadata.ts`. */
import { argv, stdout } from 'node:process'
import { fromHex } from '@latchkey/protocol/hex'
import { isRecord } from '@latchkey/protocol/isObject'
import type { Network } from './src/frame/wallet/network.ts'
import { askMetadata } from './src/frame/rpc/polkadot/askRuntime.ts'
import { fingerprintOf } from './src/frame/rpc/polkadot/proveMetadata.ts'
import { readMetadata } from './src/frame/rpc/polkadot/readMetadata.ts'

const [url = 'http://127.0.0.1:9955'] = argv.slice(2)

async function call(_: unknown, body: unknown): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return response.json()
}
// only the part that questions to a node use
const asker = { wallet: { server: { call } as never }, network: { networkId: '' } as Network }

const metadata = readMetadata(await askMetadata(asker))
const genesis = await call(undefined, {
  jsonrpc: '2.0',
  id: 1,
  method: 'chain_getBlockHash',
  params: [0],
})
const hash = isRecord(genesis) ? String(genesis['result']) : ''
const reference = fromHex(hash.slice(2)).length === 32 ? hash.slice(2, 34) : '?'
stdout.write(`'${reference}': { ${metadata.specVersion}: '${fingerprintOf(metadata.bytes)}' },\n`)
