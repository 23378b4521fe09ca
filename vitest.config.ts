import { defaultClientConditions, defaultServerConditions } from 'vite'
import { defineConfig } from 'vitest/config'
import { BaseSequencer } from 'vitest/node'
import { shortRun } from './packages/server/src/testing/shortRun.ts'

const include = [
  '{packages,services,apps}/*/src/**/*.test.{ts,tsx}',
  '{devnet,tests}/**/*.test.ts',
  'scripts/*.test.mjs',
]
// a test is slow by its name; `npm test` leaves those out (`scripts/test.mjs`)
const slow = process.env['LATCHKEY_TESTS'] === 'quick' ? ['**/*.slow.test.*'] : []
const exclude = ['**/node_modules/**', '**/dist/**', ...slow]
/**
 * Tests with published clients of WalletConnect. Even after its test has ended, such a client sends
 * requests, whose rejections would appear during the tests of the next file.
 */
const alone = '**/*.alone.*'
/**
 * Tests of the load up to which a service refuses no honest client. They run alone, because other
 * tests would take processor time from the service.
 */
const last = '**/*.last.*'
/**
 * Starts the slow files first. They mostly wait for servers that they start and kill. If they ran
 * last, the other workers would have nothing to do meanwhile.
 */
class SlowFirst extends BaseSequencer {
  override async sort(files: Parameters<BaseSequencer['sort']>[0]) {
    const sorted = await super.sort(files)
    const isFast = ({ moduleId }: (typeof files)[number]) => Number(!moduleId.includes('.slow.'))
    return sorted.toSorted((one, other) => isFast(one) - isFast(other))
  }
}

export default defineConfig({
  // our packages are tested from their sources, not from what was built last
  resolve: { conditions: ['latchkey-source', ...defaultClientConditions] },
  ssr: { resolve: { conditions: ['latchkey-source', ...defaultServerConditions] } },
  test: {
    environment: 'node',
    execArgv: shortRun,
    setupFiles: ['tests/e2e/fixtures/unitSetup.ts'],
    testTimeout: 40_000,
    hookTimeout: 40_000,
    // the default of one second is too short on a machine that has other work
    expect: { poll: { timeout: 30_000 } },
    // two more than a machine with two processors has, because many tests only wait for servers
    // that they stop
    maxWorkers: 4,
    sequence: { sequencer: SlowFirst },
    passWithNoTests: true,
    projects: [
      // files share processes: most tests take less time than loading their modules anew
      {
        extends: true,
        test: {
          name: 'shared',
          include,
          exclude: [...exclude, alone, last],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'alone',
          include: include.map((path) => path.replace('*.test', '*.alone{,.slow}.test')),
          exclude,
          env: { RUNS_ALONE: 'yes' },
        },
      },
      {
        extends: true,
        test: {
          name: 'last',
          include: include.map((path) => path.replace('*.test', '*.last{,.slow}.test')),
          exclude,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
