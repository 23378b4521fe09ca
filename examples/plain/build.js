// Copies the page, and the unchanged files of the kit's package, into the folder that a web server
// serves.
import { cpSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

const {
  API = 'https://api.example.org',
  RPC = 'https://eth.example.org',
  CHAIN_ID = '1',
  CHAIN_NAME = 'Ethereum',
} = process.env

rmSync('dist', { recursive: true, force: true })
cpSync('site', 'dist', { recursive: true })
cpSync(dirname(fileURLToPath(import.meta.resolve('latchkey/browser'))), 'dist/latchkey', {
  recursive: true,
})
writeFileSync(
  'dist/config.json',
  JSON.stringify({ api: API, rpc: RPC, chainId: Number(CHAIN_ID), chainName: CHAIN_NAME }),
)
