import {
  type Delegation,
  delegationHash,
  delegationOfGrant,
  encodePermissionContext,
  hybridAccount,
  type PermissionGrant,
  parseEvmAddress,
  termsOfGrant,
  toChecksumAddress,
} from '@latchkey/chains'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestNodes, result } from '../../api/src/chain/testNode.fixture.ts'
import { createHarness, type Harness, logIn } from './harness.ts'

const network = 'eip155:31337'
const origin = 'http://127.0.0.1:3000'
const signature = `0x${'11'.repeat(65)}`
const signer = toChecksumAddress(`0x${'5e'.repeat(20)}`)

/** A user with smart accounts on one network, and a node that finds every signature valid or every one invalid. */
const setUp = async (harness: Harness, email = 'ada@example.com') => {
  const device = await harness.device()
  const { accessToken, wallet } = await logIn(harness, device, email)
  const owner = parseEvmAddress(wallet.addresses.eip155[0])
  return { client: device.client, token: { accessToken }, owner, account: hybridAccount(owner).address }
}
const open = (isSigned = true) => {
  const nodes = createTestNodes(({ method }) => result(method === 'eth_call' ? (isSigned ? '0x01' : '0x00') : '0x7a69'))
  return createHarness({
    smartAccounts: { [network]: { kind: 'hybrid', bundler: 'http://bundler.test' } },
    nodes: { [network]: ['http://node.test'] },
    fetch: nodes.fetch,
  })
}

const seconds = (harness: Harness) => Math.floor(harness.clock.now().getTime() / 1000)
const permissionOf = (
  harness: Harness,
  account: PermissionGrant['account'],
  { salt = 1n, change = {} }: { salt?: bigint; change?: Partial<Delegation> } = {},
) => {
  const grant: PermissionGrant = {
    account,
    signer,
    expiry: seconds(harness) + 3600,
    callLimit: 3,
    permission: { type: 'native-token-transfer', allowance: 5n },
  }
  const delegation = { ...delegationOfGrant(grant, salt), signature: `0x${'11'.repeat(65)}` as const, ...change }
  const { permissions, policies } = termsOfGrant(grant)
  return {
    address: `${network}:${account}`,
    origin,
    pci: delegationHash(delegation),
    expiry: grant.expiry,
    signer,
    permissions: [...permissions],
    policies: [...policies],
    context: encodePermissionContext([delegation]),
  }
}

test('are kept with the page that has asked, listed newest first, and noted as ended on the word of the account', async () => {
  await using harness = await open()
  const { client, token, account } = await setUp(harness)
  const first = permissionOf(harness, account)
  const second = permissionOf(harness, account, { salt: 2n })
  await client.call('keepPermission', first, token)
  harness.clock.advance(1)
  await client.call('keepPermission', second, token)
  await client.call('keepPermission', second, token)
  const list = async () => (await client.call('listPermissions', { address: `${network}:${account}` }, token)).pcis
  const { address: _, origin: __, ...kept } = first
  const project = { id: origin, name: '127.0.0.1:3000', url: origin }
  const listed = await list()
  expect(listed.map(({ pci }) => pci)).toEqual([second.pci, first.pci])
  expect(listed[1]).toEqual({ ...kept, project, createdAt: seconds(harness) - 1 })

  await client.call('revokePermission', { address: account, pci: first.pci, signature })
  await client.call('revokePermission', { address: first.address, pci: first.pci, signature })
  expect((await list()).map(({ revokedAt }) => revokedAt)).toEqual([undefined, seconds(harness)])
  const { entries } = await client.call('apiAuditLog', {}, token)
  expect(entries.filter(({ event }) => event === 'permission granted')).toHaveLength(2)
})

test('of the address that is the user’s own are kept as well, apart from those on another network', async () => {
  await using harness = await open()
  const { client, token, owner } = await setUp(harness)
  await client.call('keepPermission', permissionOf(harness, owner), token)
  const list = async (address: string) => (await client.call('listPermissions', { address }, token)).pcis.length
  expect(await list(`${network}:${owner.toLowerCase()}`)).toBe(1)
  expect(await list(`eip155:1:${owner}`)).toBe(0)
})

test('are found where nobody has smart accounts any more, by the accounts that granted them', async () => {
  await using harness = await open()
  const { client, token, owner, account } = await setUp(harness)
  const stranger = await setUp(harness, 'bob@example.com')
  await client.call('keepPermission', permissionOf(harness, owner), token)
  await client.call('keepPermission', permissionOf(harness, account), token)
  await client.call('keepPermission', permissionOf(harness, account, { salt: 2n }), token)
  const others = async (address: string, of = { client, token }) =>
    (await of.client.call('listPermissions', { address }, of.token)).others
  const both = [`${network}:${owner}`, `${network}:${account}`].sort()
  expect([...((await others(`eip155:1:${owner}`)) ?? [])].sort()).toEqual(both)
  expect(await others(`${network}:${account}`)).toEqual([`${network}:${owner}`])
  expect(await others(`eip155:1:${stranger.owner}`, stranger)).toEqual([])
  harness.clock.advance(31 * 86_400)
  expect(await others(`eip155:1:${owner}`, await setUp(harness))).toEqual([])
})

test('are left out a month after they ended, and make room', async () => {
  await using harness = await open()
  const { client, token, account } = await setUp(harness)
  await client.call('keepPermission', permissionOf(harness, account), token)
  harness.clock.advance(31 * 86_400)
  const again = await setUp(harness)
  const { pcis } = await again.client.call('listPermissions', { address: `${network}:${account}` }, again.token)
  expect(pcis).toEqual([])
})

test('are at most 256 of an account', async () => {
  await using harness = await open()
  const { client, token, account } = await setUp(harness)
  for (let salt = 0n; salt < 256n; salt++) {
    await client.call('keepPermission', permissionOf(harness, account, { salt }), token)
  }
  const more = permissionOf(harness, account, { salt: 256n })
  await expect(client.call('keepPermission', more, token)).rejects.toMatchObject({ name: 'LIMIT_EXCEEDED' })
  await client.call('keepPermission', permissionOf(harness, account), token)
})

describe('are not kept', () => {
  let harness: Harness
  let person: Awaited<ReturnType<typeof setUp>>
  beforeAll(async () => {
    harness = await open()
    person = await setUp(harness)
  })
  afterAll(() => harness[Symbol.asyncDispose]())

  test.each<[string, (harness: Harness, account: PermissionGrant['account']) => object, string]>([
    [
      'of another account than the delegation’s',
      (harness, account) => ({
        ...permissionOf(harness, hybridAccount(signer).address),
        address: `${network}:${account}`,
      }),
      'UNAUTHORIZED',
    ],
    ['of a stranger’s account', (harness) => permissionOf(harness, signer), 'UNAUTHORIZED'],
    [
      'under another hash',
      (harness, account) => ({ ...permissionOf(harness, account), pci: `0x${'00'.repeat(32)}` }),
      'INVALID_PARAMS',
    ],
    [
      'with a made-up context',
      (harness, account) => ({ ...permissionOf(harness, account), context: '0xdead' }),
      'INVALID_PARAMS',
    ],
    [
      'free of caveats',
      (harness, account) => permissionOf(harness, account, { change: { caveats: [] } }),
      'INVALID_PARAMS',
    ],
    [
      'with another end',
      (harness, account) => ({ ...permissionOf(harness, account), expiry: seconds(harness) + 60 }),
      'INVALID_PARAMS',
    ],
    [
      'for another signer',
      (harness, account) => ({ ...permissionOf(harness, account), signer: account }),
      'INVALID_PARAMS',
    ],
    [
      'as another type',
      (harness, account) => ({ ...permissionOf(harness, account), permissions: [{ type: 'contract-call' }] }),
      'INVALID_PARAMS',
    ],
    [
      'from what is no origin',
      (harness, account) => ({ ...permissionOf(harness, account), origin: `${origin}/path` }),
      'INVALID_PARAMS',
    ],
    [
      'on a network without smart accounts',
      (harness, account) => ({ ...permissionOf(harness, account), address: `eip155:1:${account}` }),
      'NOT_ENABLED',
    ],
    [
      'of another kind of chain',
      (harness, account) => ({
        ...permissionOf(harness, account),
        address: `solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:${'1'.repeat(32)}`,
      }),
      'CAIP_ADDRESS_INVALID',
    ],
  ])('%s', async (_, request, name) => {
    const { client, token, account } = person
    const sent = request(harness, account) as ReturnType<typeof permissionOf>
    await expect(client.call('keepPermission', sent, token)).rejects.toMatchObject({ name })
    const { pcis } = await client.call('listPermissions', { address: `${network}:${account}` }, token)
    expect(pcis).toEqual([])
  })
})

describe('are nobody else’s', () => {
  test('to list', async () => {
    await using harness = await open()
    const { client, token, account } = await setUp(harness)
    await client.call('keepPermission', permissionOf(harness, account), token)
    const stranger = await setUp(harness, 'eve@example.com')
    const asked = stranger.client.call('listPermissions', { address: `${network}:${account}` }, stranger.token)
    await expect(asked).rejects.toMatchObject({ name: 'UNAUTHORIZED' })
  })

  test('to end, without a signature of the account', async () => {
    await using harness = await open(false)
    const { client, token, account } = await setUp(harness)
    const { pci, address } = permissionOf(harness, account)
    await client.call('keepPermission', permissionOf(harness, account), token)
    const revoke = (changes: object) => client.call('revokePermission', { address, pci, signature: '0x11', ...changes })
    await expect(revoke({})).rejects.toMatchObject({ name: 'UNAUTHORIZED' })
    const missing = { name: 'PERMISSION_NOT_FOUND' }
    await expect(revoke({ pci: `0x${'00'.repeat(32)}` })).rejects.toMatchObject(missing)
    await expect(revoke({ address: `eip155:1:${account}` })).rejects.toMatchObject(missing)
    const { pcis } = await client.call('listPermissions', { address }, token)
    expect(pcis.map(({ revokedAt }) => revokedAt)).toEqual([undefined])
  })
})
