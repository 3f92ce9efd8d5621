// node scripts/node24.mjs <script> [arguments]: runs a script with Node 24, which executes TypeScript directly.
// The pinned Node comes as a package on Linux; elsewhere the Node that runs this file has to be 24 or newer.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'
import './followParent.mjs'

const fromRoot = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))

const fail = (message) => {
  console.error(`latchkey: ${message}`)
  process.exit(1)
}

const findNode = () => {
  const pinned = fromRoot(`node_modules/node-${process.platform}-${process.arch}/bin/node`)
  if (existsSync(pinned)) return pinned
  if (Number.parseInt(process.versions.node, 10) >= 24) return process.execPath
  return fail(
    `Node 24 or newer is needed on ${process.platform}, this is ${process.versions.node}. See https://nodejs.org`,
  )
}

const [script, ...args] = process.argv.slice(2)
if (script === undefined) fail('usage: node scripts/node24.mjs <script> [arguments]')

const follow = new URL('followParent.mjs', import.meta.url).href
const child = spawn(findNode(), ['--import', follow, fromRoot(script), ...args], { stdio: 'inherit' })

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('error', (error) => fail(`Node 24 could not be started: ${error.message}`))
child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
