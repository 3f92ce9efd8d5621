import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { zeroAddress } from 'viem'
import { expect, test } from 'vitest'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))
const somebody = '0x1111111111111111111111111111111111111111'

test.each([
  ['owner', zeroAddress, somebody],
  ['signer', somebody, zeroAddress],
])('%s: address zero is refused before anything is asked or sent', (role, owner, signer) => {
  // Nobody answers there.
  const args = [main, 'deploy', '--rpc', 'http://127.0.0.1:9', '--owner', owner, '--signer', signer]
  const env = { ...process.env, PAYMASTER_DEPLOYER_KEY: `0x${'42'.repeat(32)}` }
  const { status, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' })
  expect([status, stderr.trim()]).toEqual([1, `--${role} must not be the zero address`])
})
