/** Node's flags for tests that open PGlite: its 9 MB of WebAssembly run for seconds only, so compiling them quickly, and only what is called, costs half. */
export const quickWasm = ['--liftoff-only', '--wasm-lazy-compilation']
