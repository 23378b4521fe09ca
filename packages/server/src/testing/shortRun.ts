/**
 * Node's flags for the processes of tests, which run for seconds. Measured on two processors: a
 * fifth less of their time. PGlite's 9 MB of WebAssembly are compiled quickly, and only what is
 * called of them. JavaScript is optimised once it has run long. Young objects have more room, so
 * they are collected less often, and by one thread: the processors have other work.
 */
export const shortRun = [
  '--liftoff-only',
  '--wasm-lazy-compilation',
  '--interrupt-budget=1000000',
  '--single-threaded-gc',
  '--min-semi-space-size=32',
  '--max-semi-space-size=64',
]
