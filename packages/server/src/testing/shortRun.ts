/**
 * Flags for Node in the processes of tests, which run only for seconds. They save a fifth of the
 * time on two processors:
 * - PGlite's 9 MB of WebAssembly are compiled fast, and only the functions that are called.
 * - JavaScript is optimised only after it has run for long.
 * - New objects have more room, so that they are collected less often; one thread collects them.
 */
export const shortRun = [
  '--liftoff-only',
  '--wasm-lazy-compilation',
  '--interrupt-budget=1000000',
  '--single-threaded-gc',
  '--min-semi-space-size=32',
  '--max-semi-space-size=64',
]
