import { zeroAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { runDeployCommand } from './deployCommand.ts'
import { deployNameResolver } from './name-resolver/deployNameResolver.ts'
import { deployPaymaster } from './paymaster/deployPaymaster.ts'

const address = '0x1111111111111111111111111111111111111111'
const key = `0x${'42'.repeat(32)}`
// No node responds there.
const flags = { rpc: 'http://127.0.0.1:9', owner: address, signer: address }

const deployArgs = (given: Record<string, string>): string[] => [
  'deploy',
  ...Object.entries(given).map(([name, value]) => `--${name}=${value}`),
]

describe.each([deployPaymaster, deployNameResolver])('npm run $name', (command) => {
  const { name, deployerSetting } = command
  const deploy = (given: Record<string, string>, deployerKey = key) =>
    runDeployCommand(command, deployArgs(given), { [deployerSetting]: deployerKey })

  test.each([
    ['a zero owner', { ...flags, owner: zeroAddress }, '--owner must not be the zero address'],
    ['a zero signer', { ...flags, signer: zeroAddress }, '--signer must not be the zero address'],
    ['an empty owner', { ...flags, owner: '' }, '--owner must be an address with a valid checksum'],
    ['half a signer', { ...flags, signer: '0x2222' }, '--signer must be an address with a valid checksum'],
    ['no node', { owner: address, signer: address }, '--rpc must be the address of a node'],
  ])('rejects %s before it calls a node', async (_, given, message) => {
    await expect(deploy(given)).rejects.toThrow(new Error(message))
  })

  test('rejects a broken key without showing it', async () => {
    const message = `${deployerSetting} must be a private key: 0x and 64 digits`
    await expect(deploy(flags, key.slice(0, -2))).rejects.toThrow(new Error(message))
  })

  test('shows the usage for an unknown command', async () => {
    await expect(runDeployCommand(command, ['publish'], {})).rejects.toThrow(`npm run ${name} -- key\n`)
  })
})

test.each(['http://api.example', 'https://api.example/v1', 'api.example'])(
  'npm run name-resolver › rejects the api %s before it calls a node',
  async (api) => {
    const run = runDeployCommand(deployNameResolver, deployArgs({ ...flags, api }), { NAME_RESOLVER_DEPLOYER_KEY: key })
    await expect(run).rejects.toThrow('--api must be the address of your api')
  },
)
