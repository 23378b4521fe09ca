#!/usr/bin/env node
// Only a build makes dist/main.mjs. Written so, checks of the sources do not look for the file.
await import(new URL('../dist/main.mjs', import.meta.url).href)
