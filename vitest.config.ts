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
 * Tests in a process of their own. Published clients of WalletConnect still ask for something after
 * their end, and would reject during the tests of the next file.
 */
const alone = '**/*.alone.*'
/**
 * Tests after all others. They measure how much a service takes at once before it refuses: other
 * tests beside them would take its processors.
 */
const last = '**/*.last.*'
/**
 * Starts the slow files first, which mostly wait for servers that they start and kill: at the end
 * of a run, the other workers would have nothing to do beside them.
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
    // what is waited for comes when it comes: one second is too short for a machine that has other
    // work
    expect: { poll: { timeout: 30_000 } },
    // two more than processors, as many tests wait for servers that they stop
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
