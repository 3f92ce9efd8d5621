import { hybridAccount, smartAccountContracts, toChecksumAddress } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { createChainReader } from '../chain/createChainReader.ts'
import { createSmartAccounts } from './createSmartAccounts.ts'

const owner = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const both = [
  { chainId: 31337, kind: 'hybrid' },
  { chainId: 1337, kind: 'eip7702' },
]
const delegatedTo = (address: string) => `0xef0100${address.slice(2).toLowerCase()}`

/** Smart accounts over a chain on which every account has this code. */
const open = (said: { chainId: number; kind: string }[] | undefined = both, code: string | AppError = '0x') => {
  const asked: string[] = []
  const chain = { code }
  const accounts = createSmartAccounts({
    said,
    chain: (id) =>
      createChainReader(async (_, method) => {
        asked.push(`${id} ${method}`)
        if (chain.code instanceof AppError) throw chain.code
        return chain.code
      }, id),
  })
  return { accounts, asked, chain }
}

describe('the networks', () => {
  test('are those that the service names', () => {
    expect(open().accounts.networks).toEqual(['eip155:31337', 'eip155:1337'])
    expect(open(undefined).accounts.networks).toEqual(['eip155:31337', 'eip155:1337'])
    expect(open([]).accounts.networks).toEqual([])
  })

  test.each([
    ['of a kind that nobody knows', { chainId: 31337, kind: 'safe' }],
    ['of a kind that is a property', { chainId: 31337, kind: 'constructor' }],
    ['that are not served', { chainId: 999_999, kind: 'hybrid' }],
    ['that have ended', { chainId: 5, kind: 'hybrid' }],
    ['that are no networks', { chainId: -1.5, kind: 'hybrid' }],
  ])('%s have none', async (_, row) => {
    const { accounts } = open([row])
    expect(accounts.networks).toEqual([])
    expect(await accounts.on(`eip155:${row.chainId}`, owner)).toBeNull()
  })

  test('have one kind: the first that is named', async () => {
    const { accounts } = open([...both, { chainId: 31337, kind: 'eip7702' }])
    expect(accounts.networks).toHaveLength(2)
    expect(await accounts.on('eip155:31337', owner)).toMatchObject({ kind: 'hybrid' })
  })
})

describe('the account', () => {
  test('is known without a network: another address, or the owner’s own', async () => {
    const { accounts, asked } = open()
    const { address } = hybridAccount(toChecksumAddress(owner))
    expect(await accounts.on('eip155:31337', owner)).toEqual({ kind: 'hybrid', address, owner })
    expect(await accounts.on('eip155:1337', owner)).toEqual({ kind: 'eip7702', address: owner, owner })
    expect(await accounts.on('eip155:1', owner)).toBeNull()
    expect(asked).toEqual([])
  })

  test.each([
    ['hybrid', 'eip155:31337', '0x', false],
    ['hybrid', 'eip155:31337', '0x6000', true],
    ['eip7702', 'eip155:1337', '0x', false],
    ['eip7702', 'eip155:1337', delegatedTo(smartAccountContracts.statelessImplementation), true],
    ['eip7702 of somebody else’s code', 'eip155:1337', delegatedTo(`0x${'66'.repeat(20)}`), false],
    ['eip7702 where there is a contract', 'eip155:1337', '0x6000', false],
  ])('%s on %s with the code %s is deployed: %s', async (_, network, code, isDeployed) => {
    const { accounts } = open(both, code)
    const account = await accounts.on(network, owner)
    if (account === null) throw new Error('There is no account')
    expect(await accounts.isDeployed(network, account)).toBe(isDeployed)
  })

  test('is asked about until it is deployed, and never after', async () => {
    const { accounts, asked, chain } = open()
    const account = await accounts.on('eip155:31337', owner)
    if (account === null) throw new Error('There is no account')
    const ask = () => accounts.isDeployed('eip155:31337', account)
    expect([await ask(), await ask(), asked.length]).toEqual([false, false, 2])
    chain.code = '0x6000'
    expect(await ask()).toBe(true)
    chain.code = new AppError('CHAIN_UNREACHABLE')
    expect([await ask(), asked.length]).toEqual([true, 3])
  })
})
