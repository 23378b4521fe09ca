'use client'
import { createKit, serverSiwx } from 'latchkey'
import { evm } from 'latchkey/evm'
import { mainnet } from 'viem/chains'

export const kit = createKit({
  metadata: { name: 'My site', url: 'https://example.org' },
  networks: [mainnet],
  adapters: [evm()],
  siwx: serverSiwx({ url: '/api/siwx', statement: 'Welcome back.' }),
})
