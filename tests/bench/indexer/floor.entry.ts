/**
 * The floor of the indexer's bench, in its own process: `floor.ts <database>`. It writes the rows
 * of the generated chain by COPY, and serves an account's newest page with one statement, without
 * anything that the API does besides. Ends with its parent.
 */
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { openFloorDatabase } from './floorDatabase.ts'
import { floorTexts } from './floorRows.ts'

/** Requests to the process. `write`: the numbers of the first and the last block. */
export type FloorRequest = { write: readonly [first: number, last: number] } | 'maintain'
/** Messages of the process. `wrote`: the milliseconds that writing took. */
export type FloorMessage = { url: string } | { wrote: number } | 'maintained'

/** Number of blocks in one transaction. */
const blocksAtOnce = 100

const page = `select a.mined_at, t.block, t.index, encode(t.hash, 'hex') as hash, encode(t.sender, 'hex') as sender,
    encode(t.recipient, 'hex') as recipient, t.value, t.fee, t.nonce, t.succeeded, moved.transfers
  from activity a
  join transactions t on t.chain = a.chain and t.block = a.block and t.index = a.index
  cross join lateral (
    select json_agg(json_build_object('token', encode(m.token, 'hex'), 'sender', encode(m.sender, 'hex'),
      'recipient', encode(m.recipient, 'hex'), 'amount', m.amount::text) order by m.position) as transfers
    from transfers m
    where m.chain = t.chain and m.block = t.block and m.index = t.index and (m.sender = $1 or m.recipient = $1)
  ) moved
  where a.account = $1 and a.chain = 1
  order by a.mined_at desc, a.block desc, a.index desc limit 50`

const database = await openFloorDatabase(process.argv[2] ?? '')
const send = (message: FloorMessage) => process.send?.(message)

async function write(first: number, last: number): Promise<number> {
  let milliseconds = 0
  for (let block = first; block <= last; block += blocksAtOnce)
    milliseconds += await database.write(
      floorTexts(block, Math.min(last, block + blocksAtOnce - 1)),
    )
  return milliseconds
}

async function answer(request: FloorRequest): Promise<void> {
  if (request === 'maintain') {
    await database.maintain()
    send('maintained')
  } else send({ wrote: await write(...request.write) })
}

const app = new Hono()
app.get('/history/:address', async (call) => {
  const account = Buffer.from(call.req.param('address').slice(2), 'hex')
  return call.json({ data: await database.query(page, [account]) })
})

process.on('disconnect', () => process.exit(0))
process.on('message', (request: FloorRequest) => {
  answer(request).catch((error: unknown) => {
    console.error(error)
    process.exit(1)
  })
})
const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
  send({ url: `http://127.0.0.1:${port}` }),
)
server.on('error', () => process.exit(1))
