#!/usr/bin/env node
// dist/main.mjs exists only after a build. The address is made at run time, so that checks of the
// sources do not look for the file.
await import(new URL('../dist/main.mjs', import.meta.url).href)
