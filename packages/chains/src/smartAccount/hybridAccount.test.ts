import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { toChecksumAddress } from '../address/evmAddress.ts'
import { random } from '../testing/random.ts'
import { hybridAccount } from './hybridAccount.ts'
import { environment, kitHybridAccount } from './kit.fixture.ts'
import { smartAccountContracts } from './smartAccountContracts.ts'

describe('the smart account of an owner', () => {
  test('is where the framework’s own kit finds it, and deployed by the same call', async () => {
    const { hex } = random(1)
    for (let i = 0; i < 40; i++) {
      const owner = privateKeyToAccount(hex(32))
      const account = await kitHybridAccount(owner)
      expect(hybridAccount(toChecksumAddress(owner.address))).toEqual({
        address: account.address,
        ...(await account.getFactoryArgs()),
      })
    }
  })

  test('of another owner is another', () => {
    const { hex } = random(2)
    const owners = Array.from({ length: 50 }, () => toChecksumAddress(hex(20)))
    expect(new Set(owners.map((owner) => hybridAccount(owner).address)).size).toBe(50)
  })
})

test('the contracts are those of the framework’s own list', () => {
  const { enforcers, ...contracts } = smartAccountContracts
  expect(contracts).toEqual({
    entryPoint: environment.EntryPoint,
    delegationManager: environment.DelegationManager,
    hybridImplementation: environment.implementations.HybridDeleGatorImpl,
    statelessImplementation: environment.implementations.EIP7702StatelessDeleGatorImpl,
    simpleFactory: environment.SimpleFactory,
  })
  for (const [name, address] of Object.entries(enforcers)) {
    const theirs = `${name[0]?.toUpperCase()}${name.slice(1)}Enforcer`
      .replace(/^Native/, 'NativeToken')
      .replace(/^Erc20/, 'ERC20')
    expect(environment.caveatEnforcers[theirs], name).toBe(address)
  }
  for (const address of [...Object.values(contracts), ...Object.values(enforcers)])
    expect(toChecksumAddress(address)).toBe(address)
})
