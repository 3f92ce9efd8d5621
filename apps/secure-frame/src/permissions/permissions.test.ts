import { walletProjectId } from '@latchkey/api-client'
import { hybridAccount, toChecksumAddress } from '@latchkey/chains'
import { AppError } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { asPage, type Page } from '../boundary/Page.ts'
import { listPermissions } from '../handlers/accountHandlers.ts'
import type { HandlerDeps } from '../handlers/HandlerDeps.ts'
import { asCaller } from '../session/Caller.ts'
import type { Session } from '../session/Session.ts'
import type { SmartAccount } from '../smartAccount/SmartAccount.ts'
import { listLegacyPermissions } from './listLegacyPermissions.ts'
import { permissionActs } from './permissionActs.ts'

const owner = toChecksumAddress('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')
const hybrid: SmartAccount = { kind: 'hybrid', address: hybridAccount(owner).address, owner }
const networks = ['eip155:31337', 'eip155:1337']
const page = asPage('https://swap.example', 'demo', 5)
const others = asPage('https://evil.example', 'demo', 5)
const own = asPage('https://wallet.example', walletProjectId, 5)
const pciOf = (digit: string) => `0x${digit.repeat(64)}`

const granted = (pci: string, origin: string, createdAt: number, more: object = {}) => ({
  project: { id: origin, name: origin, url: origin },
  pci,
  signer: owner,
  expiry: 2_000_000_000,
  permissions: [{ type: 'native-token-transfer', data: { allowance: '0x5' } }],
  policies: [],
  context: '0xc0',
  createdAt,
  ...more,
})
const kept: Record<string, object[]> = {
  [`eip155:31337:${hybrid.address}`]: [
    granted(pciOf('1'), page.origin, 10, { revokedAt: 11 }),
    granted(pciOf('2'), others.origin, 12),
  ],
  [`eip155:1337:${hybrid.address}`]: [granted(pciOf('3'), page.origin, 20)],
}

/** A service that stores the account's grants to two pages on two networks. */
const open = () => {
  const asked: unknown[] = []
  const call = (async (_: unknown, name: string, request: { address: string }) => {
    asked.push([name, request])
    if (name !== 'listPermissions') return {}
    const pcis = kept[request.address]
    if (pcis === undefined) throw new AppError('UNAUTHORIZED')
    return { pcis }
  }) as unknown as Session['call']
  const callerOf = (from: Page, smartAccount: SmartAccount | null = hybrid) =>
    asCaller(from, { userId: 'u', sessionId: 's', address: smartAccount?.address ?? owner }, smartAccount)
  const actsOf = (from: Page, smartAccount: SmartAccount | null = hybrid) =>
    permissionActs({ call }, callerOf(from, smartAccount), 'eip155:31337')
  /** `chainSays`: for every permission, whether it was revoked there; null when it can't be read. */
  const list = (from: Page, smartAccount: SmartAccount | null = hybrid, chainSays: boolean | null = true) => {
    const read = async () => {
      if (chainSays === null) throw new AppError('CHAIN_UNREACHABLE')
      return `0x${'0'.repeat(63)}${chainSays ? 1 : 0}`
    }
    const deps = {
      chain: () => read,
      session: { call, caller: async () => callerOf(from, smartAccount) },
      smartAccounts: { networks, on: async () => hybrid },
    } as unknown as HandlerDeps
    return listPermissions(deps)(undefined, { id: '1', context: from, signal: new AbortController().signal } as never)
  }
  return { asked, actsOf, list }
}

test('what was granted where the operator has other accounts now, or none, is still found', async () => {
  const lists: Record<string, object> = {
    [`eip155:1:${owner}`]: {
      pcis: [granted(pciOf('1'), page.origin, 10)],
      others: [
        `eip155:31337:${hybrid.address}`,
        `eip155:31337:${owner}`,
        `eip155:10:${hybrid.address}`,
        `eip155:10:0x${'77'.repeat(20)}`,
        `eip155:987654321:${hybrid.address}`,
      ],
    },
    [`eip155:31337:${owner}`]: { pcis: [granted(pciOf('2'), page.origin, 20)] },
    [`eip155:10:${hybrid.address}`]: { pcis: [granted(pciOf('3'), others.origin, 30)] },
  }
  const call = (async (_: unknown, __: string, { address }: { address: string }) => {
    if (lists[address] === undefined) throw new AppError('UNAUTHORIZED')
    return lists[address]
  }) as unknown as Session['call']
  const smartAccounts = { on: async (chainId: string) => (chainId === 'eip155:31337' ? hybrid : null) }
  const caller = asCaller(own, { userId: 'u', sessionId: 's', address: owner }, null)
  const found = await listLegacyPermissions({ session: { call }, smartAccounts }, caller, owner.toLowerCase())
  expect(found.map(({ pci, chainId, account }) => [pci, chainId, account])).toEqual([
    [pciOf('3'), 'eip155:10', hybrid],
    [pciOf('2'), 'eip155:31337', { kind: 'eip7702', address: owner, owner }],
    [pciOf('1'), 'eip155:1', { kind: 'eip7702', address: owner, owner }],
  ])
})

describe('a page', () => {
  test('is told what it was granted, on all networks, newest first, and nothing of others', async () => {
    const { permissions } = await open().list(page)
    const shared = {
      context: '0xc0',
      address: hybrid.address,
      signer: owner,
      permissions: [{ type: 'native-token-transfer', data: { allowance: '0x5' } }],
      policies: [],
      expiry: 2_000_000_000,
    }
    expect(permissions).toEqual([
      { ...shared, chainId: 1337, createdAt: 20 },
      { ...shared, chainId: 31337, createdAt: 10, revokedAt: 11 },
    ])
    expect((await open().list(others)).permissions).toHaveLength(1)
    expect((await open().list(asPage('https://nobody.example', 'demo', 5))).permissions).toEqual([])
  })

  test('is told that something has ended only by the word of the chain', async () => {
    for (const chainSays of [false, null]) {
      const { permissions } = await open().list(page, hybrid, chainSays)
      expect(permissions.map(({ revokedAt }) => revokedAt)).toEqual([undefined, undefined])
    }
  })

  test('is told the same while the plain account is in use', async () => {
    expect((await open().list(page, null)).permissions).toHaveLength(2)
  })

  test('finds its own alone, and the wallet’s own page all of them', async () => {
    const { actsOf } = open()
    const missing = { name: 'PERMISSION_NOT_FOUND' }
    expect(await actsOf(page).findPermission({ pci: pciOf('1') })).toEqual({ origin: page.origin, revokedAt: 11 })
    await expect(actsOf(page).findPermission({ pci: pciOf('2') })).rejects.toMatchObject(missing)
    await expect(actsOf(page).findPermission({ pci: pciOf('9') })).rejects.toMatchObject(missing)
    expect(await actsOf(own).findPermission({ pci: pciOf('2') })).toEqual({ origin: others.origin, revokedAt: null })
  })

  test('cannot have anything kept under another page’s name, or of another account', async () => {
    const { asked, actsOf } = open()
    const lie = { address: `eip155:1:${owner}`, origin: others.origin }
    const permission = {
      pci: pciOf('4'),
      expiry: 2,
      signer: owner,
      permissions: [{ type: 'x' }],
      policies: [],
      context: '0x',
    }
    await actsOf(page).keepPermission({ ...lie, ...permission } as typeof permission)
    expect(asked).toEqual([
      ['keepPermission', { ...permission, address: `eip155:31337:${hybrid.address}`, origin: page.origin }],
    ])
  })

  test('has nothing done for a plain account', async () => {
    const { asked, actsOf } = open()
    await expect(actsOf(page, null).findPermission({ pci: pciOf('1') })).rejects.toMatchObject({ name: 'UNAUTHORIZED' })
    const noted = actsOf(page, null).noteRevoked({ pci: pciOf('1'), signature: '0x' })
    await expect(noted).rejects.toMatchObject({ name: 'UNAUTHORIZED' })
    expect(asked).toEqual([])
  })
})
