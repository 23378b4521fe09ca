import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { startTestPostgres } from '../../../packages/server/src/testing/startTestPostgres.ts'
import { createApi } from '../../../services/api/src/createApi.ts'
import { openDatabase } from '../../../services/api/src/db/openDatabase.ts'
import { latencies } from '../api/latencies.ts'
import type { Group, Row } from '../group.ts'
import { median, percentile, rangeOf } from '../statistics.ts'
import { unlimited } from '../unlimited.ts'

/**
 * Number of names of one measurement, and of clients that register or look up names at the same
 * time.
 */
const count = { names: 1_000, clients: 20 }

/** Measures how fast names are registered and found. */
export const group: Group = {
  title: 'Names',
  how: `\`POST /v1/profile/account\`: ${count.names.toLocaleString('en')} names of as many accounts, signed before, from ${count.clients} clients by HTTP on this machine, API and clients in one Node process. Every client
sends the next as soon as it is answered. PGlite has its data in a folder; PostgreSQL is Debian's, on this machine, without \`fsync\`. Then the names are looked up, listed by account, and
suggestions are asked for. Bytes are those of the tables with their indexes in PostgreSQL.`,
  async measure(signal) {
    return [...(await withPglite(signal)), ...(await withPostgres(signal))]
  },
}

async function withPglite(signal: AbortSignal): Promise<readonly Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-bench-'))
  try {
    return await measureDatabase('PGlite', folder, signal)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function withPostgres(signal: AbortSignal): Promise<readonly Row[]> {
  const postgres = await startTestPostgres()
  try {
    const database = await postgres.create()
    const rows = await measureDatabase('PostgreSQL', database, signal)
    return [
      ...rows,
      {
        label: 'PostgreSQL: a name, on the disk',
        unit: 'kB',
        measured: (await bytesOf(database)) / count.names / 1_000,
      },
    ]
  } finally {
    await postgres.stop()
  }
}

const chains: Parameters<typeof createApi>[0]['chains'] = [
  {
    networkId: 'eip155:1',
    name: 'Ethereum',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: ['http://127.0.0.1:1'],
    multicall3: '0xcA11bde05977b3631167028862bE2a173976CA11',
    tokens: [],
  },
]

/** Signs the bodies of the registrations in advance. */
function signAll() {
  return Promise.all(
    Array.from({ length: count.names }, async (_, index) => {
      const account = privateKeyToAccount(generatePrivateKey())
      const message = JSON.stringify({
        name: `name${index}.reown.id`,
        attributes: {},
        timestamp: Math.floor(Date.now() / 1_000),
      })
      return {
        account,
        body: JSON.stringify({
          message,
          signature: await account.signMessage({ message }),
          coin_type: 2 ** 31 + 1,
          address: account.address,
        }),
      }
    }),
  )
}

async function measureDatabase(
  database: string,
  where: string,
  signal: AbortSignal,
): Promise<readonly Row[]> {
  const signed = await signAll()
  const api = createApi({
    chains,
    database: where,
    ...unlimited,
    limits: { ...unlimited.limits, registrations: false },
  })
  try {
    const { url } = await api.listen({ port: 0 })
    const profile = (path: string) => `${url}/v1/profile/${path}`
    await latencies({ count: 50, clients: 5, address: () => profile('suggestions/amber'), signal })
    const began = performance.now()
    const durations = await latencies({
      count: count.names,
      clients: count.clients,
      address: () => profile('account'),
      body: (index) => signed[index]?.body,
      signal,
    })
    const perSecond = count.names / ((performance.now() - began) / 1_000)
    const reads = [
      ['a name looked up', (index: number) => profile(`account/name${index}.reown.id`)],
      [
        'the names of an account',
        (index: number) => profile(`reverse/${signed[index]?.account.address}`),
      ],
      ['suggestions', () => profile('suggestions/sun')],
    ] as const
    const rows: Row[] = [
      { label: `${database}: names registered`, unit: 'per second', measured: perSecond },
      ...rowsOf(`${database}: a name registered`, durations),
    ]
    for (const [label, address] of reads)
      rows.push(
        ...rowsOf(
          `${database}: ${label}`,
          await latencies({ count: count.names, clients: count.clients, address, signal }),
        ),
      )
    return rows
  } finally {
    await api.close({ drain: 0 })
  }
}

function rowsOf(label: string, durations: readonly number[]): readonly Row[] {
  return [
    {
      label: `${label}: half within`,
      unit: 'ms',
      measured: median(durations),
      range: rangeOf(durations),
    },
    { label: `${label}: 99 % within`, unit: 'ms', measured: percentile(durations, 0.99) },
  ]
}

async function bytesOf(url: string): Promise<number> {
  const database = await openDatabase(url)
  try {
    const { rows } = (await database.queries.execute(
      "select sum(pg_total_relation_size(name::regclass)) as bytes from unnest(array['names', 'addresses', 'name_owners']) as name",
    )) as unknown as { rows: { bytes: string }[] } // the SQL statement selects this column
    return Number(rows[0]?.bytes)
  } finally {
    await database.close()
  }
}
