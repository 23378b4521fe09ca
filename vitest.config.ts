import { defaultClientConditions, defaultServerConditions } from 'vite'
import { defineConfig } from 'vitest/config'
import { quickWasm } from './services/api/src/testing/quickWasm.ts'

export default defineConfig({
  // our packages are tested from their sources, not from what was built last
  resolve: { conditions: ['latchkey-source', ...defaultClientConditions] },
  ssr: { resolve: { conditions: ['latchkey-source', ...defaultServerConditions] } },
  test: {
    include: ['{packages,services,apps}/*/src/**/*.test.{ts,tsx}', '{devnet,bench,abuse}/**/*.test.ts', 'e2e/fixtures/*.test.ts', 'scripts/*.test.mjs'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    environment: 'node',
    execArgv: quickWasm,
    setupFiles: ['e2e/fixtures/unitSetup.ts'],
    testTimeout: 40_000,
    hookTimeout: 40_000,
    // what is waited for comes when it comes: one second is too short for a machine that has other work
    expect: { poll: { timeout: 30_000 } },
    // one more than processors, as many tests wait for servers that they stop
    maxWorkers: 3,
    passWithNoTests: true,
  },
})
