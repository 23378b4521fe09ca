/**
 * A program for tests: `startTestIndexing.entry.ts <node> <database>`. It indexes the devnet's first
 * chain in small batches. It writes a line for every block, and `done` at the end.
 */
import { readDeployment } from '@latchkey/devnet/readDeployment'
import { openDatabase } from '../db/openDatabase.ts'
import { indexDevnet } from './indexDevnet.ts'

const [node = '', database = ''] = process.argv.slice(2)
const write = (line: string) => process.stdout.write(`${line}\n`)
const indexer = indexDevnet({
  deployment: readDeployment(31_337),
  url: node,
  open: () => openDatabase(database),
  batch: { blocks: 4, rows: 1_000 },
  onBatch: write,
})
await indexer.settled('eip155:31337')
write('done')
