'use client'
import { createKit } from 'latchkey'
import { cookieStorage } from 'latchkey/cookie'
import { evm } from 'latchkey/evm'
import { api, network, url } from './config'

export const kit = createKit({
  metadata: { name: 'My site', url },
  networks: [network],
  adapters: [evm()],
  services: { api },
  // the server reads the last account from a cookie, and renders the page with it
  storage: cookieStorage(),
})
