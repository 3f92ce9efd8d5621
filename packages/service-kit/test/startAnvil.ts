import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createTestClient, http, publicActions, walletActions } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { freePort } from './freePort.ts'

/** The first of anvil's funded accounts. */
const account = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')

/** Starts a separate chain, which ends when it is disposed of. */
export async function startAnvil(chainId: number = foundry.id) {
  const url = `http://127.0.0.1:${await freePort()}`
  const child = spawn(anvilBinary(), ['--port', new URL(url).port, '--chain-id', String(chainId), '--quiet'], {
    stdio: 'ignore',
  })
  const chain = { ...foundry, id: chainId }
  const client = createTestClient({ mode: 'anvil', chain, account, transport: http(url), pollingInterval: 10 })
    .extend(publicActions)
    .extend(walletActions)
  while ((await client.getChainId().catch(() => 0)) === 0) {
    if (child.exitCode !== null) throw new Error('The chain did not start')
    await sleep(25)
  }
  return {
    url,
    client,
    async [Symbol.asyncDispose]() {
      const exited = once(child, 'exit')
      child.kill()
      await exited
    },
  }
}

/** Bypasses the package's launcher, a second process that would outlive ours. */
function anvilBinary(): string {
  const launcher = createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json')
  const cpu = process.arch === 'x64' ? 'amd64' : process.arch
  const manifest = createRequire(launcher).resolve(`@foundry-rs/anvil-${process.platform}-${cpu}/package.json`)
  return join(dirname(manifest), 'bin', 'anvil')
}
