/**
 * What our services use of WebAssembly, which Node has and the types of Node 20 lack.
 * https://webassembly.github.io/spec/js-api/
 */
declare namespace WebAssembly {
  interface Module {}
  function compile(bytes: Uint8Array<ArrayBuffer>): Promise<Module>
}
