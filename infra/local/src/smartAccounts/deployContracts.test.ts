import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { gatewayUrlOf, nameResolverAbi, paymasterAbi } from '@latchkey/contracts'
import { type Address, createTestClient, type Hex, http, parseEther, publicActions, walletActions } from 'viem'
import { entryPoint07Abi } from 'viem/account-abstraction'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { foundry } from 'viem/chains'
import { expect, onTestFinished, test } from 'vitest'
import { startTestChain } from '../testing/startTestChain.ts'
import { entryPoint } from './entryPoint.ts'
import { placeSmartAccounts } from './placeSmartAccounts.ts'

/** `npm run paymaster` and `npm run name-resolver`, as an operator runs them, against a node. */

const house = fileURLToPath(new URL('../../../..', import.meta.url))
const owner: Address = '0x1111111111111111111111111111111111111111'

type Outcome = { code: number; out: string; err: string }
const run = (args: readonly string[], env: Record<string, string> = {}): Promise<Outcome> =>
  new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ['scripts/node24.mjs', 'infra/contracts/main.ts', ...args],
      { cwd: house, env: { PATH: process.env.PATH, ...env } },
      (_, out, err) => resolve({ code: child.exitCode ?? -1, out, err }),
    )
  })

/** A chain without our contracts, and a funded account that deploys on it. */
const withChain = async () => {
  const { chain } = await startTestChain()
  onTestFinished(chain.stop)
  const deployerKey = generatePrivateKey()
  const account = privateKeyToAccount(deployerKey)
  const client = createTestClient({
    mode: 'anvil',
    account,
    chain: foundry,
    transport: http(chain.url),
    pollingInterval: 20,
  })
    .extend(publicActions)
    .extend(walletActions)
  await client.setBalance({ address: account.address, value: parseEther('10') })
  const deploy = (signer: string, key: string = deployerKey) =>
    run(['paymaster', 'deploy', '--rpc', chain.url, '--owner', owner, '--signer', signer], {
      PAYMASTER_DEPLOYER_KEY: key,
    })
  const sentBefore = () => client.getTransactionCount({ address: account.address })
  return { chain, client, deployerKey, deploy, sentBefore }
}

// Node starts several times, on two busy cores.
test('npm run paymaster › makes a key, deploys once and prints the deposit', {
  timeout: 120_000,
}, async () => {
  const { chain, client, deploy, sentBefore } = await withChain()
  await placeSmartAccounts(chain.url)

  const made = await run(['paymaster', 'key'])
  expect(made).toMatchObject({ code: 0, err: '' })
  const [line = '', named = ''] = made.out.trim().split('\n')
  // In the form of the api's settings file.
  const { PAYMASTER_KEY = '' } = parseEnv(line)
  const signer = privateKeyToAccount(PAYMASTER_KEY as Hex).address
  expect(named).toBe(`signer ${signer}`)

  const first = await deploy(signer)
  expect(first).toMatchObject({ code: 0, err: '' })
  const [, address] = /^eip155:31337 paymaster (0x[0-9a-fA-F]{40}) deployed\ndeposit 0\. /.exec(first.out) ?? []
  const contract = { address: address as Address, abi: paymasterAbi }
  expect(await client.readContract({ ...contract, functionName: 'owner' })).toBe(owner)
  expect(await client.readContract({ ...contract, functionName: 'signer' })).toBe(signer)
  expect(await client.readContract({ ...contract, functionName: 'entryPoint' })).toBe(entryPoint)

  const hash = await client.sendTransaction({ to: contract.address, value: parseEther('0.5') })
  await client.waitForTransactionReceipt({ hash })
  const deposit = {
    address: entryPoint,
    abi: entryPoint07Abi,
    functionName: 'balanceOf',
    args: [contract.address],
  } as const
  expect(await client.readContract(deposit)).toBe(parseEther('0.5'))

  const sent = await sentBefore()
  const second = await deploy(signer)
  expect(second).toMatchObject({ code: 0, err: '' })
  expect(second.out).toMatch(`eip155:31337 paymaster ${address} was there already, nothing was sent\ndeposit 0.5. `)
  expect(await sentBefore()).toBe(sent)
  expect(await client.readContract(deposit)).toBe(parseEther('0.5'))
  for (const { out, err } of [first, second]) expect(out + err).not.toContain(PAYMASTER_KEY.slice(2))
})

test('npm run paymaster › rejects what cannot work before it sends, and shows no key', {
  timeout: 120_000,
}, async () => {
  const { deploy, sentBefore } = await withChain()
  const signer = '0x2222222222222222222222222222222222222222'
  const broken = generatePrivateKey().slice(0, -2)
  const table: [Promise<Outcome>, string][] = [
    [
      deploy(signer),
      'Nothing was sent: chain 31337 has no EntryPoint 0.7 at 0x0000000071727De22E5E9d8BAf0edAc6f37da032',
    ],
    [deploy(`0x${'0'.repeat(40)}`), '--signer must not be the zero address'],
    [deploy('0x2222'), '--signer must be an address with a valid checksum'],
    [deploy(signer, broken), 'PAYMASTER_DEPLOYER_KEY must be a private key: 0x and 64 digits'],
  ]
  for (const [outcome, words] of table) {
    expect(await outcome).toEqual({ code: 1, out: '', err: `${words}\n` })
    expect((await outcome).err).not.toContain(broken.slice(2))
  }
  expect(await sentBefore()).toBe(0)
})

test('npm run name-resolver › makes a key, deploys and prints the setting of the api', {
  timeout: 120_000,
}, async () => {
  const { chain, client, deployerKey } = await withChain()
  const made = await run(['name-resolver', 'key'])
  const signer = privateKeyToAccount((parseEnv(made.out).NAME_GATEWAY_KEY ?? '0x') as Hex).address
  expect(made.out.trim().split('\n').at(-1)).toBe(`signer ${signer}`)

  const flags = ['--rpc', chain.url, '--owner', owner, '--signer', signer, '--api', 'https://api.example']
  const deployed = await run(['name-resolver', 'deploy', ...flags], { NAME_RESOLVER_DEPLOYER_KEY: deployerKey })
  expect(deployed).toMatchObject({ code: 0, err: '' })
  const { NAME_GATEWAY = '' } = parseEnv(deployed.out)
  const { chainId, resolver } = JSON.parse(NAME_GATEWAY) as { chainId: string; resolver: Address }
  expect(chainId).toBe('eip155:31337')
  const contract = { address: resolver, abi: nameResolverAbi }
  expect(await client.readContract({ ...contract, functionName: 'owner' })).toBe(owner)
  expect(await client.readContract({ ...contract, functionName: 'isSigner', args: [signer] })).toBe(true)
  expect(await client.readContract({ ...contract, functionName: 'url' })).toBe(gatewayUrlOf('https://api.example'))
})
