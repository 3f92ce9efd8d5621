#!/usr/bin/env node
// Runs the kit with Node 24, which executes TypeScript directly, whatever Node npx was started with.
import { fileURLToPath } from 'node:url'

const launcher = fileURLToPath(new URL('../../../scripts/node24.mjs', import.meta.url))
process.argv.splice(1, 1, launcher, 'packages/conformance/src/main.ts')
await import(launcher)
