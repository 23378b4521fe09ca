/**
 * Node's flags for the processes of tests, which run for seconds. They save a fifth of the time on two
 * processors:
 * - PGlite's 9 MB of WebAssembly are compiled quickly, and only the functions that are called.
 * - JavaScript is optimised only after it has run long.
 * - Young objects have more room, so they are collected less often, and by one thread.
 */
export const shortRun = [
  '--liftoff-only',
  '--wasm-lazy-compilation',
  '--interrupt-budget=1000000',
  '--single-threaded-gc',
  '--min-semi-space-size=32',
  '--max-semi-space-size=64',
]
