/** A new file of settings. @param secrets the folder of the secrets, beside it */
export const template = (secrets: string): string => `{
  // Where browsers reach API and relay. Your proxy ends TLS there and passes requests on to host and port, with their Host header.
  "url": "https://latchkey.example.org",
  "host": "127.0.0.1",
  "port": 8080,
  // How many proxies of yours are in front. Each appends the address that it saw to X-Forwarded-For.
  "trustProxy": 1,
  // Everything that is stored, for this program alone. Later, for several: { "postgres": "postgres://…", "redis": "redis://…" }
  "store": "/var/lib/latchkey",
  // By this word operators see /status and /metrics. Without it nobody does.
  "token": { "file": "${secrets}/token" },
  // The sites that may use all this, by their project id, which the site names as projectId.
  "projects": {
    "shop": { "name": "My shop", "origins": ["https://shop.example.org"] }
  },

  // Balances, prices, histories, names. Every network of your sites, with nodes of yours.
  "api": {
    "chains": [
      {
        "networkId": "eip155:1",
        "name": "Ethereum",
        "nativeCurrency": { "name": "Ether", "symbol": "ETH", "decimals": 18 },
        "rpcUrls": ["https://eth.example.org"],
        "multicall3": "0xcA11bde05977b3631167028862bE2a173976CA11",
        "tokens": [
          { "address": "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48", "name": "USD Coin", "symbol": "USDC", "decimals": 6 }
        ]
      }
    ]
  },

  // Messages between sites and phones.
  "relay": {},

  // The wallet for visitors who have none. It needs a host of its own, at the same port.
  "wallet": {
    "url": "https://wallet.latchkey.example.org",
    "operator": "My shop",
    "keys": { "file": "${secrets}/wallet.keys" },
    "mail": { "url": "smtps://user:password@mail.example.org", "from": "wallet@example.org" },
    "recovery": ["vault", "password", "passkey"],
    // The vault waits for a day (in milliseconds) before it opens; its owner can refuse meanwhile.
    "vault": { "privateKey": { "file": "${secrets}/vault.json" }, "delay": 86400000 }
  }
}
`
